import assert from 'node:assert/strict';
import { paragraphs } from '../../../domain/text/paragraphs.ts';

describe('paragraphs', () => {
  const of = (text: string): string[] =>
    paragraphs(text).map(({ start, end }) => text.slice(start, end));

  it('end at blank lines, also at lines of spaces', () => {
    assert.deepEqual(of('One\n\nTwo\r\n \t\r\n  Three  '), ['One', 'Two', 'Three']);
  });

  it('end at a line break after a short line', () => {
    assert.deepEqual(of('apples\npears\nplums'), ['apples', 'pears', 'plums']);
  });

  it('go on where a line was wrapped', () => {
    const wrapped =
      'It is a truth universally acknowledged, that a single man in possession of a\n' +
      'good fortune, must be in want of a wife. However little known the feelings or\n' +
      'Views of such a man may be on his first entering a neighbourhood.';
    assert.deepEqual(of(`${wrapped}\n\nNext`), [wrapped, 'Next']);
  });

  it('end before a list entry', () => {
    const intro = 'It is a truth universally acknowledged that these three are needed most';
    assert.deepEqual(of(`${intro}\n- a good fortune\n- a wife`), [
      intro,
      '- a good fortune',
      '- a wife',
    ]);
  });

  it('end at every line of long lines', () => {
    const line = 'word '.repeat(60).trim();
    assert.deepEqual(of(`W${line}\nW${line}`), [`W${line}`, `W${line}`]);
  });

  it('do not exist in blank text', () => {
    assert.deepEqual(of(' \n\n\t'), []);
  });

  it('are found in 400,000 line breaks', () => {
    assert.equal(paragraphs('a\n'.repeat(200_000)).length, 200_000);
  });
});
