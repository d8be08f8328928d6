import type { LetterScript } from './scripts.ts';

/**
 * Letters of other scripts that look like one Latin letter, after UTS 39 (confusables), single
 * letters only. Each entry is the foreign letter followed by its Latin twin. Close enough to read
 * over counts; merely similar (в and b, п and n) does not.
 */
export const latinTwins: Readonly<Record<Exclude<LetterScript, 'latin'>, readonly string[]>> = {
  cyrillic: [
    ...['аa', 'сc', 'ԁd', 'еe', 'һh', 'іi', 'јj', 'кk', 'ӏl', 'оo', 'рp', 'ԛq', 'ѕs', 'уy', 'ѵv'],
    ...['ԝw', 'хx', 'үy', 'ӕæ', 'әə', 'ѐè', 'ёë', 'їï', 'ӑă', 'ӓä', 'ӗĕ', 'ӧö', 'ҫç'],
    ...['АA', 'ВB', 'СC', 'ЕE', 'НH', 'ІI', 'ЈJ', 'КK', 'МM', 'ОO', 'РP', 'ԚQ', 'ЅS', 'ТT', 'УY'],
    ...['ѴV', 'ԜW', 'ХX', 'ҮY', 'ӀI', 'ԌG', 'ӔÆ', 'ЀÈ', 'ЁË', 'ЇÏ', 'ӐĂ', 'ӒÄ', 'ӖĔ', 'ӦÖ', 'ҪÇ'],
    ...['ьb', 'ЬB', 'ԍg', 'ԀD'],
  ],
  greek: [
    ...['αa', 'ιi', 'κk', 'νv', 'οo', 'ρp', 'υu', 'χx', 'γy', 'ϲc', 'ϳj', 'όó', 'άá', 'ίí', 'ύú'],
    ...['ϊï', 'ϋü', 'ὸò', 'ὰà', 'ὶì', 'ὺù', 'ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN'],
    ...['ΟO', 'ΡP', 'ΤT', 'ΥY', 'ΧX', 'ϹC', 'ͿJ', 'ϜF'],
  ],
  armenian: ['հh', 'ոn', 'ւi', 'սu', 'օo', 'ցg', 'զq', 'գq', 'յj', 'ՍU', 'ՏS', 'ՕO', 'Լl', 'Կh'],
  cherokee: [
    ...['ᎠD', 'ᎡR', 'ᎢT', 'ᎥI', 'ᎩY', 'ᎪA', 'ᎫJ', 'ᎬE', 'ᎳW', 'ᎷM', 'ᎻH', 'ᎽY', 'ᏀG', 'ᏂH', 'ᏃZ'],
    ...['ᏏB', 'ᏒR', 'ᏔW', 'ᏕS', 'ᏙV', 'ᏚS', 'ᏞL', 'ᏟC', 'ᏢP', 'ᏦK', 'ᏧD', 'ᏳG', 'ᏴB'],
  ],
};

/**
 * Latin letters that may stand for a letter of another script inside a word of that script. Fewer
 * than the way round: only twins that a reader of that script cannot tell apart.
 */
export const foreignTwins: Readonly<Record<Exclude<LetterScript, 'latin'>, readonly string[]>> = {
  cyrillic: [
    ...['aа', 'cс', 'eе', 'iі', 'oо', 'pр', 'yу', 'xх', 'kк', 'ëё', 'ïї', 'AА', 'BВ', 'CС', 'EЕ'],
    ...['HН', 'IІ', 'KК', 'MМ', 'OО', 'PР', 'TТ', 'YУ', 'XХ', 'ËЁ', 'ÏЇ'],
  ],
  greek: [
    ...['aα', 'iι', 'kκ', 'vν', 'oο', 'pρ', 'uυ', 'xχ', 'óό', 'áά', 'íί', 'úύ', 'AΑ', 'BΒ', 'EΕ'],
    ...['ZΖ', 'HΗ', 'IΙ', 'KΚ', 'MΜ', 'NΝ', 'OΟ', 'PΡ', 'TΤ', 'YΥ', 'XΧ'],
  ],
  armenian: ['hհ', 'nո', 'uս', 'oօ', 'gց', 'qզ', 'jյ', 'UՍ', 'SՏ', 'OՕ'],
  cherokee: ['DᎠ', 'RᎡ', 'TᎢ', 'YᎩ', 'AᎪ', 'JᎫ', 'EᎬ', 'WᎳ', 'MᎷ', 'HᎻ', 'GᏀ', 'ZᏃ', 'VᏙ', 'LᏞ'],
};

/** Small capitals used as fancy lower case. */
export const smallCapitals: readonly string[] = [
  ...['ᴀa', 'ʙb', 'ᴄc', 'ᴅd', 'ᴇe', 'ꜰf', 'ɢg', 'ʜh', 'ɪi', 'ᴊj', 'ᴋk', 'ʟl', 'ᴍm', 'ɴn', 'ᴏo'],
  ...['ᴘp', 'ꞯq', 'ʀr', 'ꜱs', 'ᴛt', 'ᴜu', 'ᴠv', 'ᴡw', 'ʏy', 'ᴢz'],
];

/** Phonetic letters that look like an ordinary one. */
export const phoneticTwins: readonly string[] = ['ɑa', 'ɡg', 'ɩi'];

/**
 * Frequent words of the six languages that can be written with foreign look-alikes alone. A word
 * of three or more such letters is only turned back when it is listed here or stands elsewhere in
 * the text in its own script: "сор" may be Russian for litter.
 */
export const wordsOfTwins: ReadonlySet<string> = new Set(
  `
  access ace ache aches acid acids alle als also aside avec cada cake cakes call calls cap capo
  cas casa case cases cela chaque chase che check chess chi choice choices class close closed
  coach code codes coisa coisas cook cool copied copies copy cosa cosas cose dad daily das dass
  day days dead deal decade decided deck deep desk dice did die died doch echo ela ele eles ella
  elle elles ellos eye eyes had has have head headed heap heavy held hello help helped hey hid
  hide hides hill his hold holds hole holes hope hoped hopes ice ich ici idea ideas joke joy keep
  keeps key keys kid kids kill kiss lack lake las law laws lead leads leave led les less lie like
  liked likes live lived lives lose loss love loved loves low okay old owe pace paid pas paso pay
  pays peace people phase pick place placed places play played plays please plus poco police
  policy pool pop possess possible que qui quick said sake sale sales save saved saves say says
  school sea seal see seed seek seeks sei seja she shop sich side sides sie six skill skills sky
  sleep slide slow soap social soil sola sold sole solid solo space spaces speak speaks special
  speed spice spoke such sweep vida vie vive voice vous wake was way ways weak week weeks weil
  well while who whole whose wide wie wild will wish woke yes you`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
