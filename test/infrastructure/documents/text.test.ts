import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeText } from '../../../infrastructure/documents/text/decode-text.ts';
import { textKind } from '../../../infrastructure/documents/text/text-kind.ts';

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

describe('decoding text', () => {
  it('believes a byte order mark and drops it', () => {
    const text = 'Grüße, Καλημέρα';
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf8')), text);
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text);
  });

  it('finds UTF-16 without a mark', () => {
    const text = 'Plain words in two bytes each, and a few accents: é, ü.';
    assert.equal(decodeText(Buffer.from(text, 'utf16le')), text);
    assert.equal(decodeText(Buffer.from(text, 'utf16le').swap16()), text);
  });

  it('believes what a page declares when it fits', () => {
    const page = '<meta charset="iso-8859-2"><p>za\u00bf\u00f3\u00b3\u00e6';
    assert.equal(decodeText(latin1(page)), '<meta charset="iso-8859-2"><p>zażółć');
  });

  it('falls back to Western European for stray bytes', () => {
    assert.equal(decodeText(latin1('Ein Gru\u00df aus M\u00fcnchen')), 'Ein Gruß aus München');
    assert.equal(decodeText(latin1('She said \u0093yes\u0094')), 'She said “yes”');
  });

  it('recognises Cyrillic in one byte per letter', () => {
    const text =
      'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.';
    const bytes = Uint8Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    });
    assert.equal(decodeText(bytes), text);
  });

  it('reads text with a few NUL characters and refuses binary data', () => {
    assert.equal(
      decodeText(Buffer.from('Hello\0World, this is text.')),
      'Hello\0World, this is text.',
    );
    const noise = Uint8Array.from(
      { length: 4_000 },
      (_, index) => (index * 7_919 + (index >> 3) * 31) % 256,
    );
    assert.equal(decodeText(noise), null);
  });

  it('gives back every string that is written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(!/[\p{Cc}\p{Cs}\ufeff]/u.test(text));
        assert.equal(decodeText(Buffer.from(text, 'utf8')), text);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => void decodeText(bytes)));
  });
});

describe('the kind of a text', () => {
  it('is HTML when it starts like a page, whatever the name says', () => {
    assert.equal(textKind('\n<!-- x --><!DOCTYPE html><p>a', 'txt'), 'html');
    assert.equal(textKind('<?xml version="1.0"?><!DOCTYPE html><html><body>a', null), 'html');
  });

  it('is what the name says between plain text and Markdown', () => {
    assert.equal(textKind('# Title\n\n**bold** text', 'txt'), 'txt');
    assert.equal(textKind('Only prose.', 'md'), 'md');
    assert.equal(textKind('<div align="center">logo</div>\n\n# Title', 'md'), 'md');
  });

  it('is plain text under the name of a page when there is no tag in it', () => {
    assert.equal(textKind('Just words, 3 < 4.', 'html'), 'txt');
    assert.equal(textKind('Words with <em>tags</em>.', 'html'), 'html');
  });

  it('is guessed from structure when there is no name', () => {
    assert.equal(textKind('<div><p>One</p></div>', null), 'html');
    assert.equal(textKind('# Title\n\nSome **bold** and a [link](x).', null), 'md');
    assert.equal(textKind('Some prose. It has 2 sentences - and a dash.', null), 'txt');
  });

  it('is neither for other XML', () => {
    assert.equal(textKind('<?xml version="1.0"?><feed></feed>', null), 'xml');
    assert.equal(textKind('<svg viewBox="0 0 1 1"></svg>', 'txt'), 'xml');
  });

  it('is found in time on long strange texts', () => {
    const start = performance.now();
    for (const piece of ['[', '**', '<!--', '<', '# ', '> ', '- a\n', 'data:', '[a](', '`']) {
      textKind(piece.repeat(200_000), null);
      textKind(piece.repeat(200_000), 'html');
    }
    assert.ok(performance.now() - start < 30_000);
  });
});
