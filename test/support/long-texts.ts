/** Texts of 2,000 words that are large in a report: many findings, or letters of many bytes. */

const words = 2_000;

const plain = [
  'The council met on Tuesday to talk about the bridge, which has been closed since March.',
  'Nobody knew how long the repair would take, and the engineers gave three different answers.',
  'My neighbour, who has lived there for forty years, said the river was never this high before.',
  'We walked along the bank until it got dark and then took the last bus home.',
  'A week later the mayor wrote a letter to every household about the cost of the work.',
];
const faulty = [
  'i recieve alot of emails from there office and its becoming definately to much .',
  'He dont knows weather the the report are finish,but she could of told him yesterday.',
  'Their is many reason for why a childs behaviour effects the hole class room allways.',
  'Me and him was suppose to went too the libary ,unfortunatly it were closed untill monday.',
  'In order to make a desicion,we basicly needs more informations about the enviroment !!',
];
const russian = [
  'Совет собрался во вторник, чтобы обсудить мост, который закрыт с марта этого года.',
  'Никто не знал, сколько времени займёт ремонт, и инженеры дали три разных ответа.',
  'Мой сосед, живущий там сорок лет, сказал, что река никогда не поднималась так высоко.',
];
const german = [
  'Die Verkehrsinfrastrukturfinanzierungsgesellschaft hat die Brückensanierung ausgeschrieben.',
  'Das dass Protokoll wurde nicht nicht rechtzeitig veröffentlicht ,obwohl wir es wollten.',
  'Ich habe gestern im laden ein Buch gekauft das mich sehr interessiert hat und das ist gut.',
];
const chinese = [
  '委员会星期二开会讨论这座从三月起关闭的大桥，没有人知道维修需要多长时间。',
  '我的邻居在那里住了四十年，他说河水从来没有涨得这么高，大家都很担心。',
  '一个星期以后，市长给每户居民写了一封信，说明这项工程需要多少费用。',
];
const generated = [
  'In conclusion, it is important to note that this multifaceted landscape underscores a tapestry of opportunities.',
  'Moreover, by leveraging robust frameworks, organizations can seamlessly navigate complex challenges.',
  'As an AI language model, I cannot provide personal opinions; however, I can delve into key aspects.',
];

export const longTexts: Readonly<Record<string, string>> = {
  'plain English': of(plain),
  'English full of mistakes': of(faulty),
  'English in the words of a model': of(generated),
  'English with hidden characters': of(plain.map(hidden)),
  'German full of mistakes': of(german),
  Russian: of(russian),
  Chinese: of(chinese),
  'quotation marks and backslashes': of([
    '"\\"Yes\\"," \\he\\ "said" \\\\ and \'they\' "\\left\\" \\again\\.',
  ]),
  'characters outside the basic plane': of(['𝒯𝒽𝑒 𝒸𝑜𝓊𝓃𝒸𝒾𝓁 🌉 𝓂𝑒𝓉 🏗️ 👩‍👩‍👧‍👦 𝑜𝓃 𝒯𝓊𝑒𝓈𝒹𝒶𝓎 🚧.']),
};

function of(sentences: readonly string[]): string {
  const text: string[] = [];
  let count = 0;
  for (let index = 0; count < words; index += 1) {
    const sentence = sentences[index % sentences.length] ?? '';
    // A number makes each of them another one.
    text.push(index % 7 === 6 ? `${sentence}\n\n` : `${sentence} ${index}. `);
    count += wordsIn(sentence) + 1;
  }
  return text.join('');
}

function wordsIn(sentence: string): number {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(sentence);
  return [...segments].filter(({ isWordLike }) => isWordLike === true).length;
}

/** With a zero-width or tag character, a soft hyphen or another space in every word. */
function hidden(sentence: string): string {
  const marks = ['\u200b', '\u200d', '\u2060', '\u00ad', '\u{e0041}', '\ufeff', '\u202e', '\u3164'];
  return sentence
    .split(' ')
    .map((word, index) => `${word.slice(0, 1)}${marks[index % marks.length]}${word.slice(1)}`)
    .join('\u00a0');
}
