import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type UiLanguage, uiLanguages } from '../../domain/text/ui-language.ts';
import { countWords } from '../../domain/text/words.ts';
import { checkGrammar } from '../../infrastructure/analysis/grammar/check-grammar.ts';
import { type Checked, type GrammarExample, type GrammarRow, measure } from './measure.ts';

/**
 * Measures the grammar engine on example sentences (places found, corrected, false alarms) and on clean prose
 * (edits per 1,000 words) in every language.
 * @param dataFolder folder with `languagetool-*.jsonl.gz` and `clean-pud-*.jsonl.gz`
 */
export async function evaluateGrammar(dataFolder: string): Promise<GrammarRow[]> {
  const rows: GrammarRow[] = [];
  for (const language of uiLanguages) {
    for (const set of ['languagetool', 'clean-pud']) {
      rows.push(await evaluateFile({ dataFolder, set, language }));
    }
  }
  return rows;
}

async function evaluateFile({
  dataFolder,
  set,
  language,
}: {
  readonly dataFolder: string;
  readonly set: string;
  readonly language: UiLanguage;
}): Promise<GrammarRow> {
  const examples = await readExamples(join(dataFolder, `${set}-${language}.jsonl.gz`));
  await checkGrammar({ text: examples[0]?.text ?? '', language, uiLanguage: 'en' });
  const started = performance.now();
  const checked: Checked[] = [];
  for (const example of examples) {
    const { edits } = await checkGrammar({ text: example.text, language, uiLanguage: 'en' });
    checked.push({ example, edits, words: countWords(example.text) });
  }
  return measure({ set, language }, checked, performance.now() - started);
}

async function readExamples(path: string): Promise<GrammarExample[]> {
  const lines = gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => asExample(JSON.parse(line)));
}

function asExample(value: unknown): GrammarExample {
  if (!isExample(value)) throw new TypeError('a line is not an example of the grammar data');
  return value;
}

function isExample(value: unknown): value is GrammarExample {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'expected' in value &&
    Array.isArray(value.expected)
  );
}
