import assert from 'node:assert/strict';
import { distance } from '../../../../domain/text/grammar/distance.ts';
import { nearWords } from '../../../../domain/text/grammar/near-words.ts';

function first(word: string, language: string, known: readonly string[]): string | undefined {
  const words = new Set(known);
  return nearWords(word, { language, knows: (one) => words.has(one) })[0]?.word;
}

describe('words near to an unknown one', () => {
  it('puts a missing accent before a changed letter', () => {
    assert.equal(first('cancion', 'es', ['cancios', 'canción']), 'canción');
  });

  it('finds letters exchanged, missing, doubled and added', () => {
    assert.equal(first('recieve', 'en', ['receive']), 'receive');
    assert.equal(first('begining', 'en', ['beginning']), 'beginning');
    assert.equal(first('tommorow', 'en', ['tomorow']), 'tomorow');
    assert.equal(first('houze', 'en', ['house']), 'house');
  });

  it('finds a German noun that is written small', () => {
    assert.equal(first('programm', 'de', ['Programm']), 'Programm');
  });

  it('knows how sounds are confused', () => {
    assert.equal(first('Strase', 'de', ['Straße']), 'Straße');
    assert.equal(first('aver', 'es', ['haver']), 'haver');
  });

  it('gives nothing when nothing is near, and nothing for endless words', () => {
    assert.equal(first('zzzz', 'en', ['house']), undefined);
    assert.equal(first('a'.repeat(5000), 'en', ['a'.repeat(4999)]), undefined);
  });
});

describe('distance of two words', () => {
  it('counts an exchange of neighbours once', () => {
    assert.equal(distance({ from: 'recieve', to: 'receive' }, 3), 1);
    assert.equal(distance({ from: 'kitten', to: 'sitting' }, 3), 3);
  });

  it('stops counting above the limit', () => {
    assert.equal(distance({ from: 'abc', to: 'xyzxyz' }, 2), 3);
  });
});
