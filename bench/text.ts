/** Plain English prose of our own, without two equal sentences, as long as asked for. */
export function prose(words: number, seed = 1): string {
  const nouns = [
    'library',
    'committee',
    'harbour',
    'teacher',
    'engine',
    'garden',
    'winter',
    'letter',
    'bridge',
    'market',
  ];
  const verbs = [
    'repaired',
    'described',
    'followed',
    'measured',
    'opened',
    'painted',
    'visited',
    'questioned',
    'carried',
    'watched',
  ];
  const rest = [
    'before the rain came',
    'with some difficulty',
    'in the early morning',
    'without saying why',
    'for the second time',
    'near the old station',
  ];
  const sentences: string[] = [];
  let state = seed;
  const pick = (list: readonly string[]): string => {
    state = (state * 48271) % 2147483647;
    return list[state % list.length] ?? '';
  };
  for (let count = 0; count < words; count += 10) {
    sentences.push(`The ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)} ${pick(rest)}, ${count}.`);
    if (count % 100 === 90) sentences.push('\n\n');
  }
  return sentences.join(' ');
}
