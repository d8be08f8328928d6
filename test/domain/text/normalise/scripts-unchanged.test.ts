import assert from 'node:assert/strict';
import { textFindings } from '../../../../domain/text/forensics/text-findings.ts';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';

/** Ordinary text of many scripts, composed, with the invisible characters its spelling needs. */
const samples: Readonly<Record<string, string>> = {
  'Hindi with a half form': 'रक्\u200Dषा और क्\u200Cष, श्रीमान् जी।',
  'Bengali with ya-phalaa': 'র\u200D্যাব ও কর্ম',
  'Malayalam with an old chillu': 'അവന്\u200D വന്നു',
  'Sinhala conjunct': 'ශ්\u200Dරී ලංකාව',
  Tamil: 'தமிழ் மொழி மிகவும் பழமையானது.',
  'Persian with non-joiners': 'می\u200Cخواهم کتاب\u200Cها را بخوانم.',
  'Persian suffix behind a Latin acronym': 'فایل PDF\u200Cها و ۲۰\u200Cساله و «کتاب»\u200Cها',
  'Arabic with marks': 'السَّلَامُ عَلَيْكُمْ\u060C مرحبًا بالعالم.',
  'Arabic with a right-to-left mark': 'السعر 10$\u200F اليوم',
  'Hebrew with points': 'בְּרֵאשִׁית בָּרָא אֱלֹהִים',
  'Hebrew with isolates': 'הספר \u2066Moby Dick\u2069 טוב',
  'Thai with line break hints': 'ภาษาไทย\u200Bเป็นภาษา',
  'Khmer with line break hints': 'ភាសា\u200Bខ្មែរ\u200Bស្អាត។',
  Lao: 'ພາສາ\u200Bລາວ',
  Burmese: 'မြန်မာ\u200Bဘာသာ',
  Tibetan: 'བོད་ཡིག་ནི་སྐད་ཡིག་ཅིག་ཡིན།',
  Korean: '대한민국은 민주공화국이다. 나라의 말씀이',
  'Old Hangul in conjoining jamo': '\u1112\u119E\u11AB \u115F\u1161',
  Chinese: '人人生而自由，在尊严和权利上一律平等。\u3000第二段。',
  'Japanese with full-width letters': 'ＮＨＫは東京にあります。ＡＢＣ　テレビ',
  'Japanese with a variation sequence': '葛\u{E0100}城市と辻\u{E0101}さん',
  Vietnamese: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.',
  Russian: 'Все люди рождаются свободными и равными в своём достоинстве и правах.',
  'Russian with Latin names': 'Компания SMSка и Wi-Fi от Apple, а также PDFа.',
  Ukrainian: 'Їжак і ґава п’ють каву з їхньої чашки.',
  Greek: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.',
  'Polytonic Greek': 'Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν.',
  Armenian: 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար։',
  Georgian: 'ყველა ადამიანი იბადება თავისუფალი.',
  Cherokee: 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ',
  Amharic: 'የሰው ልጅ ሁሉ ሲወለድ ነጻ ነው።',
  Turkish: 'Iğdır’da ılık bir İstanbul sabahı.',
  German: '„Straße“, sagte er – über Äcker & Öfen.',
  'Emoji family and skin tones': 'Hi 👨\u200D👩\u200D👧\u200D👦 👩🏽\u200D🚀 🤷🏻\u200D♀\uFE0F ok',
  'Emoji with presentation selectors':
    '❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3 🏳\uFE0F\u200D🌈 👁\uFE0F\u200D🗨\uFE0F',
  Flags: '🇩🇪🇧🇷 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  Biochemistry: 'TNFα, IFNγ, NFκB, αSyn and Gαs bind β2 and β-carotene; Cα atoms, hν, 5 μm, kΩ.',
  Mathematics: 'x² + ½ ≤ ∑ aᵢ, f: ℝ → ℂ, 3 ∉ ℕ, ε > 0, №, ™, ₂',
  'Phonetic transcription': 'The word hit [hɪt] and /ɡɹeɪt/ and ɡəʊ are English.',
  Braille: '⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ\u202Fᠤᠨ ᠬᠡᠯᠡ\u180Eᠠ',
  'A foreign quotation': 'The Russian word сор means litter, and вода means water.',
  'A company font': 'Our logo is \uF8FF here.',
  Labels: 'Step ⓐ, then Ⓑ; blood group 🅰\uFE0F; Ⅳ and Ⅻ.',
};

describe('ordinary text', () => {
  for (const [name, sample] of Object.entries(samples)) {
    it(`stays as it is: ${name}`, () => {
      const normalised = normalise(sample);
      assert.equal(normalised.text, sample);
      assert.deepEqual(normalised.edits, []);
      const grave = textFindings(sample, normalised).filter(({ severity }) => severity !== 'info');
      assert.deepEqual(grave, []);
    });
  }
});
