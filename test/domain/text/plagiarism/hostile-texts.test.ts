import assert from 'node:assert/strict';
import { alignTexts } from '../../../../domain/text/plagiarism/align-texts.ts';
import { compare } from '../../../../domain/text/plagiarism/compare.ts';
import { fingerprints } from '../../../../domain/text/plagiarism/fingerprints.ts';
import { austen, dickens, lincoln } from './passages-of-prose.ts';

const length = 400_000;
const fill = (unit: string): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Words of a small vocabulary in an order that never repeats for long: everything matches everywhere. */
function babble(vocabulary: number): string {
  let state = vocabulary;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const dot = state % 9 === 0 ? '. ' : ' ';
    text += `w${Math.floor((state / 2 ** 32) * vocabulary)}${dot}`;
  }
  return text.slice(0, length);
}

/** Quadratic work would take minutes; the bound leaves room for a slow and busy machine. */
const patienceMs = 40_000;

describe('plagiarism on texts of 400,000 characters', () => {
  const key = new Uint8Array(16);
  const texts: readonly (readonly [string, string, string])[] = [
    ['one word', fill('word '), fill('word ')],
    ['one letter without a space', fill('x'), fill('x')],
    ['one paragraph', fill(`${dickens}\n\n`), fill(`${dickens}\n\n`)],
    ['quotation marks', fill('"a b c d e f g" said he '), fill('a b c d e f g said he ')],
    ['reference headings', fill('References\nSmith 1999\n\n'), fill('References\nSmith 1999\n')],
    ['ten words', babble(10), babble(11)],
    ['a thousand words', babble(1000), babble(1001)],
    ['ideographs', fill('漢字仮名交文日本語'), fill('漢字仮名交文日本')],
    ['prose', fill(`${dickens} ${austen} ${lincoln} `), fill(`${lincoln} ${austen}\n\n`)],
  ];
  for (const [name, text, source] of texts) {
    it(`takes ${name} in linear time`, function () {
      this.timeout(patienceMs * 2);
      const started = performance.now();
      const submitted = fingerprints({ text, key });
      const stored = fingerprints({ text: source, key });
      const candidates = [{ id: 's', title: 's', url: null, fingerprints: stored }];
      const { similarity } = compare({ text, fingerprints: submitted, candidates });
      alignTexts({ submitted: text, source });
      assert.ok(similarity >= 0 && similarity <= 1);
      assert.ok(performance.now() - started < patienceMs);
    });
  }
});
