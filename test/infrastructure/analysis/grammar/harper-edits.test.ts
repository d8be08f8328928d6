import assert from 'node:assert/strict';
import { documentWords } from '../../../../domain/text/grammar/document-words.ts';
import type { HarperLint } from '../../../../infrastructure/analysis/grammar/harper.ts';
import { harperEdits } from '../../../../infrastructure/analysis/grammar/harper-edits.ts';
import { harperInput } from '../../../../infrastructure/analysis/grammar/harper-input.ts';
import { kinds } from '../../../../infrastructure/analysis/grammar/harper-policy.ts';

/** The kinds of harper.js 2.10, from its type declarations. */
const harperKinds =
  'Agreement BoundaryError Capitalization Eggcorn Enhancement Formatting Grammar Malapropism Miscellaneous Nonstandard Punctuation Readability Redundancy Regionalism Repetition Spelling Style Typo Usage WordChoice WordOrder'.split(
    ' ',
  );

function replacements(text: string, lint: Partial<HarperLint>): string[] {
  const whole = { rule: 'SpellCheck', kind: 'Spelling', start: 0, end: text.length, message: '' };
  const known = new Set(['color', 'house', 'the']);
  const context = { text, knows: (word: string) => known.has(word), document: documentWords('') };
  const lints = [{ ...whole, suggestions: [], ...lint }];
  return harperEdits(lints, context).map(({ replacement }) => replacement);
}

const replace = (...words: string[]) => words.map((text) => ({ kind: 'replace' as const, text }));

describe('what is told of the remarks of Harper', () => {
  it('has a type and an explanation for each of its kinds', () => {
    assert.deepEqual(Object.keys(kinds).sort(), harperKinds);
  });

  it('is the nearest proposal, not a far one', () => {
    assert.deepEqual(replacements('houze', { suggestions: replace('hose-pipe', 'house') }), [
      'house',
    ]);
    assert.deepEqual(replacements('teratoma', { suggestions: replace('trauma') }), []);
  });

  it('is nothing about known words, variants and remarks without a remedy', () => {
    assert.deepEqual(replacements('house', { suggestions: replace('horse') }), []);
    assert.deepEqual(replacements('colour', { suggestions: replace('color') }), []);
    assert.deepEqual(replacements('houze', {}), []);
  });

  it('is nothing that stars out letters', () => {
    const lint = { rule: 'X', kind: 'WordChoice', suggestions: replace('bull****') };
    assert.deepEqual(replacements('bullshit', lint), []);
  });

  it('keeps what stands before an insertion', () => {
    const suggestions = [{ kind: 'insert-after' as const, text: ',' }];
    assert.deepEqual(replacements('house', { rule: 'X', kind: 'Punctuation', suggestions }), [
      'house,',
    ]);
  });
});

describe('what Harper may see', () => {
  it('is as long as the text and holds no endless word', () => {
    const text = `A ${'x'.repeat(9000)} and ${'(('.repeat(50)} here.`;
    const input = harperInput(text, () => true);
    assert.equal(input.length, text.length);
    assert.doesNotMatch(input, /x{41}|\({6}/u);
    assert.ok(input.startsWith('A ') && input.endsWith(' here.'));
  });

  it('holds a bounded number of different unknown words', () => {
    const letters = [...'abcdefghij'];
    const text = letters.flatMap((a) => letters.map((b) => `zq${a}${b}`)).join(' ');
    const seen = new Set(harperInput(text, () => false).match(/zq../gu));
    assert.equal(seen.size, 30);
  });
});
