import type { PreparedText } from '../../application/ports/analyser.ts';
import type { Provenance } from '../../domain/checks/report.ts';
import { textFindings } from '../../domain/text/forensics/text-findings.ts';
import { textProvenance } from '../../domain/text/forensics/text-provenance.ts';
import { normalise } from '../../domain/text/normalise/normalise.ts';
import { sentences } from '../../domain/text/sentences.ts';
import { stylometry } from '../../domain/text/stylometry.ts';
import { typography } from '../../domain/text/typography.ts';
import { words } from '../../domain/text/words.ts';
import { detectLanguage } from './detect-language.ts';
import type { TaskRequest } from './tasks.ts';

/** The sections that every report holds, and the word count that is charged. */
export async function prepareText({
  text: submitted,
  document,
}: TaskRequest<'prepare'>): Promise<PreparedText> {
  const normalised = normalise(submitted);
  const { text } = normalised;
  const found = words(text);
  const language = await detectLanguage(text);
  const own = textProvenance(submitted, normalised);
  const markdown = document?.file.detected_type === 'md';
  return {
    words: found.length,
    base: {
      text,
      findings: [
        ...(document?.findings ?? []),
        ...textFindings(submitted, normalised, { markdown }),
      ],
      provenance: document ? joined(document.provenance, own) : own,
      language,
      stylometry: stylometry({
        text,
        words: found,
        sentences: sentences(text, language.code),
        language: language.code,
      }),
      typography: typography({ text, submitted, words: found.length }),
      file: document?.file ?? null,
    },
  };
}

/** Strongest first: a text that says in one place that AI wrote it is not made human by another. */
const declarations = ['ai_generated', 'ai_assisted', 'human'] as const;

function joined(ofFile: Provenance, ofText: Provenance): Provenance {
  const declared = declarations.find(
    (declaration) => ofFile.declared === declaration || ofText.declared === declaration,
  );
  return { declared: declared ?? null, marks: [...ofFile.marks, ...ofText.marks] };
}
