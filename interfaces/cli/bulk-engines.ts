import type { Analyser, PreparedText } from '../../application/ports/analyser.ts';
import { analyseForensics } from '../../domain/text/forensics/analyse-forensics.ts';
import { analysePair } from '../../domain/text/plagiarism/analyse-pair.ts';
import type { BulkEngine, BulkEngines, BulkInput } from './operations.ts';

/** In bulk every text is on its own, and all of them belong to whoever runs the command. */
const options = { fairnessKey: 'bulk' };

/** The engines of the service, without its accounts: what a check would answer, for one input line. */
export function bulkEngines(analyser: Analyser): BulkEngines {
  return {
    analyse: (engine, input) => analyse(analyser, engine, input),
    close: () => analyser.close(),
  };
}

async function analyse(analyser: Analyser, engine: BulkEngine, input: BulkInput): Promise<object> {
  if (input.kind === 'pair') {
    const { suspicious, source, keepSource } = input;
    return analysePair({ suspicious, source, keepSource });
  }
  if (engine === 'forensics') return analyseForensics(input.text);
  const prepared = await analyser.prepare(input.text, null, options);
  const { text, language } = prepared.base;
  switch (engine) {
    case 'detection':
      return { text, language, ...(await detect(analyser, prepared)) };
    case 'grammar': {
      const request = { text, language: language.code, uiLanguage: 'en' } as const;
      return { text, language, corrections: await analyser.grammar(request, options) };
    }
    case 'plagiarism':
      throw new Error('plagiarism needs the members suspicious and source');
  }
}

function detect(analyser: Analyser, { base }: PreparedText): Promise<object> {
  return analyser.detect({ base, uiLanguage: 'en', deep: false }, options);
}
