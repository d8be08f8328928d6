import assert from 'node:assert/strict';
import { contentStem, fold } from '../../../../domain/text/plagiarism/stem.ts';

describe('folding words', () => {
  it('drops case, accents and compatibility forms', () => {
    assert.equal(fold('Éléphant'), 'elephant');
    assert.equal(fold('ﬁnal'), 'final');
    assert.equal(fold('ÜBER'), 'uber');
  });

  it('writes every apostrophe the same way', () => {
    assert.equal(fold('don\u2019t'), fold("don't"));
  });

  it('keeps the vowel signs of Indic scripts', () => {
    assert.notEqual(fold('कि'), fold('क'));
  });
});

describe('content stems', () => {
  it('passes over stop-words of all six languages and single letters', () => {
    for (const word of ['the', 'und', 'les', 'para', 'della', 'nao', 'x']) {
      assert.equal(contentStem(word), null, word);
    }
  });

  it('brings forms of one word together', () => {
    for (const forms of [
      ['dedicate', 'dedicated', 'dedicates'],
      ['houses', 'house'],
      ['wissenschaft', 'wissenschaften'],
      ['nations', 'nation'],
      ['casa', 'casas'],
    ]) {
      assert.equal(new Set(forms.map(contentStem)).size, 1, forms.join(' '));
    }
  });

  it('sees through elided articles and possessives', () => {
    assert.equal(contentStem("l'homme"), contentStem('homme'));
    assert.equal(contentStem("author's"), contentStem('author'));
  });

  it('keeps numbers', () => {
    assert.equal(contentStem('1859'), '1859');
  });
});
