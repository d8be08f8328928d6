import { evaluateDetection } from './detection/evaluate.ts';
import { evaluateGrammar } from './grammar/evaluate-grammar.ts';
import { evaluatePlagiarism } from './plagiarism/evaluate-plagiarism.ts';

/** `npm run evaluate -- detection|grammar|plagiarism [data folder]`: how often an engine is right. */
const engines: Readonly<Record<string, (folder: string | undefined) => Promise<void>>> = {
  detection: async (folder = '../shared/data/ai-detection') => {
    console.log(await evaluateDetection(folder));
  },
  grammar: async (folder = '../shared/data/grammar') => {
    console.table(await evaluateGrammar(folder));
  },
  plagiarism: async (folder = '../shared/data') => {
    console.table(await evaluatePlagiarism(folder));
  },
};

const [name = '', folder] = process.argv.slice(2);
const evaluate = engines[name];
if (evaluate === undefined) {
  console.error(`expected one of ${Object.keys(engines).join(', ')}, got "${name}"`);
  process.exitCode = 2;
} else {
  await evaluate(folder);
}
