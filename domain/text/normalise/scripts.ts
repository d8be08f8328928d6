/** Scripts whose letters are told apart when look-alikes are judged. */
export type LetterScript = 'latin' | 'cyrillic' | 'greek' | 'armenian' | 'cherokee';

interface ScriptRange {
  readonly from: number;
  readonly to: number;
  readonly script: LetterScript;
}

/** Blocks in code point order (Unicode Blocks.txt). Plain numbers: asked for every letter of a text. */
const scriptRanges: readonly ScriptRange[] = [
  { from: 0x41, to: 0x5a, script: 'latin' },
  { from: 0x61, to: 0x7a, script: 'latin' },
  { from: 0xaa, to: 0xaa, script: 'latin' },
  { from: 0xba, to: 0xba, script: 'latin' },
  { from: 0xc0, to: 0x2b8, script: 'latin' },
  { from: 0x370, to: 0x3ff, script: 'greek' },
  { from: 0x400, to: 0x52f, script: 'cyrillic' },
  { from: 0x531, to: 0x58a, script: 'armenian' },
  { from: 0x13a0, to: 0x13fd, script: 'cherokee' },
  { from: 0x1c80, to: 0x1c8f, script: 'cyrillic' },
  { from: 0x1d00, to: 0x1d25, script: 'latin' },
  { from: 0x1d26, to: 0x1d2a, script: 'greek' },
  { from: 0x1d2b, to: 0x1d2b, script: 'cyrillic' },
  { from: 0x1d6b, to: 0x1d77, script: 'latin' },
  { from: 0x1d79, to: 0x1d9a, script: 'latin' },
  { from: 0x1e00, to: 0x1eff, script: 'latin' },
  { from: 0x1f00, to: 0x1fff, script: 'greek' },
  { from: 0x2c60, to: 0x2c7f, script: 'latin' },
  { from: 0xa640, to: 0xa69f, script: 'cyrillic' },
  { from: 0xa722, to: 0xa7ff, script: 'latin' },
  { from: 0xab30, to: 0xab64, script: 'latin' },
  { from: 0xab70, to: 0xabbf, script: 'cherokee' },
];

/** The script of a letter, or null for every other script. Ask only about letters. */
export function letterScript(codePoint: number): LetterScript | null {
  for (const range of scriptRanges) {
    if (codePoint < range.from) return null;
    if (codePoint <= range.to) return range.script;
  }
  return null;
}

/** Property classes this large are slow to ask; nothing below the combining marks is in any of them. */
const firstBeyondLatin = '\u0300';

/** Abugidas in which ZERO WIDTH (NON-)JOINER chooses between conjunct, half form and virama. */
export function isIndic(character: string): boolean {
  return character >= firstBeyondLatin && indicCharacter.test(character);
}

const indicCharacter =
  /^[\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Balinese}\p{scx=Javanese}\p{scx=Sundanese}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Grantha}\p{scx=Newa}\p{scx=Tirhuta}\p{scx=Sharada}\p{scx=Chakma}\p{scx=Meetei_Mayek}\p{scx=Saurashtra}]$/u;

/** Cursive scripts in which the joiners choose the shape of a letter. */
export function isCursive(character: string): boolean {
  return character >= firstBeyondLatin && joiningCharacter.test(character);
}

const joiningCharacter =
  /^[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Mandaic}\p{scx=Phags_Pa}\p{scx=Adlam}\p{scx=Hanifi_Rohingya}\p{scx=Manichaean}\p{scx=Sogdian}]$/u;

/** Scripts written without spaces, where ZERO WIDTH SPACE marks where a line may break. */
export function isUnspaced(character: string): boolean {
  return character >= firstBeyondLatin && unspacedCharacter.test(character);
}

const unspacedCharacter =
  /^[\p{scx=Khmer}\p{scx=Thai}\p{scx=Lao}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}\p{scx=Sundanese}\p{scx=Tai_Tham}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Viet}\p{scx=Cham}\p{scx=Buginese}]$/u;

export const cjkCharacter =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303F]$/u;

export const mongolianCharacter = /^\p{scx=Mongolian}$/u;
export const ideograph = /^\p{Script=Han}$/u;

/** A letter of a right-to-left script (bidi classes R and AL are not properties of JavaScript). */
export const rightToLeftLetter =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}\p{Script=Phoenician}\p{Script=Imperial_Aramaic}\p{Script=Avestan}\p{Script=Manichaean}\p{Script=Yezidi}]/u;

/** The code point that ends before `index`, or '' at the start. */
export function characterBefore(text: string, index: number): string {
  if (index <= 0) return '';
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && index >= 2;
  return isPair ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

/** The code point that begins at `index`, or '' at the end. */
export function characterAt(text: string, index: number): string {
  const codePoint = text.codePointAt(index);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}
