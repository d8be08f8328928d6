import assert from 'node:assert/strict';
import { foreignTwins, latinTwins } from '../../../../domain/text/normalise/look-alike-pairs.ts';
import { twinTable } from '../../../../domain/text/normalise/look-alike-tables.ts';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';
import { letterScript } from '../../../../domain/text/normalise/scripts.ts';

const codePoint = (letter: string): number => letter.codePointAt(0) ?? 0;

describe('look-alike letters', () => {
  it('pair one letter of the named script with one Latin letter', () => {
    for (const [script, pairs] of Object.entries(latinTwins)) {
      for (const pair of pairs) {
        const [foreign = '', latin = '', ...rest] = pair;
        assert.deepEqual(rest, [], pair);
        assert.equal(letterScript(codePoint(foreign)), script, pair);
        assert.equal(letterScript(codePoint(latin)), 'latin', pair);
      }
    }
    for (const [script, pairs] of Object.entries(foreignTwins)) {
      for (const pair of pairs) {
        const [latin = '', foreign = ''] = pair;
        assert.equal(letterScript(codePoint(latin)), 'latin', pair);
        assert.equal(letterScript(codePoint(foreign)), script, pair);
      }
    }
    assert.equal(twinTable('latin', 'latin').size, 0);
  });

  const cases: readonly (readonly [name: string, submitted: string, expected: string])[] = [
    [
      'turns Cyrillic letters of an English word back',
      'My p\u0430yp\u0430l account',
      'My paypal account',
    ],
    ['turns Greek letters of an English word back', 'c\u03BFmputer', 'computer'],
    ['turns Armenian letters back', 'h\u0585use', 'house'],
    ['turns Cherokee letters back', '\u13AAmerica', 'America'],
    ['turns Latin letters of a Russian word back', 'хорошо привeт мир', 'хорошо привет мир'],
    ['turns Latin letters of a Greek word back', 'καλημέρα κόσμoς', 'καλημέρα κόσμος'],
    ['follows the paragraph in a tie', 'the \u0430n of it', 'the an of it'],
    [
      'follows the paragraph against most letters',
      'all the p\u0435\u0430\u0441\u0435 here',
      'all the peace here',
    ],
    ['leaves a word that has a letter without twin', 'the wordж here', 'the wordж here'],
    ['leaves a word with a digit', 'the \u0430b2 cell', 'the \u0430b2 cell'],
    ['leaves a single letter', 'the letter \u0430 here', 'the letter \u0430 here'],
    [
      'judges the parts of a hyphenated word by themselves',
      'γ-ray and p\u0430rt',
      'γ-ray and part',
    ],
    [
      'turns a frequent whole word back in Latin text',
      'There was enough \u0440\u0435\u0430\u0441\u0435 in the whole wide world for everybody to live.',
      'There was enough peace in the whole wide world for everybody to live.',
    ],
    [
      'turns a whole word back that the text also has in Latin letters',
      'The expo was large. Nobody left the \u0435\u0445\u0440\u043E before the very late evening hours.',
      'The expo was large. Nobody left the expo before the very late evening hours.',
    ],
    [
      'leaves a whole word that may be Russian',
      'Our teacher said that \u0441\u043E\u0440 is the word for litter in that language of theirs.',
      'Our teacher said that \u0441\u043E\u0440 is the word for litter in that language of theirs.',
    ],
    [
      'turns every whole word back once substitution is proven',
      'Th\u0435 m\u0430n and th\u0435 d\u043Eg had \u0430 \u0441\u043E\u0440 near them on that long day.',
      'The man and the dog had a cop near them on that long day.',
    ],
    [
      'takes proof for the script it was seen in only',
      'Th\u0435 m\u0430n and th\u0435 d\u043Eg: the angle α is small and β is not, they said.',
      'The man and the dog: the angle α is small and β is not, they said.',
    ],
  ];
  for (const [name, submitted, expected] of cases) {
    it(name, () => assert.equal(normalise(submitted).text, expected));
  }
});
