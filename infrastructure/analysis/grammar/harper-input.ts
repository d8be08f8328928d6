import { mask, placeholder } from '../../../domain/text/grammar/mask.ts';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';

/**
 * Harper aborts for good on words of thousands of letters, takes hundreds of megabytes for one of a thousand,
 * and seconds for long runs of marks or other scripts. None of that is English: it is blanked out first.
 */
const indigestible = [
  /[\p{L}\p{N}\p{M}'’_-]{41,}/gu,
  /[^\p{Script=Latin}\p{N}\s\ue000]{6,}/gu,
  /(?:\p{M}){2,}/gu,
  /[\p{Cs}\p{Co}\p{Cn}]/gu,
] as const;

/**
 * Harper looks 10 to 60 ms for what an unknown word may have been. Beyond this many different ones in a piece the
 * text is no English prose, and the rest are blanked out too.
 */
const mostUnknownWords = 30;

/** The text as Harper may see it: as long as the original, with what is no prose replaced by placeholders. */
export function harperInput(text: string, knows: Knows): string {
  let input = mask(text).text;
  for (const pattern of indigestible) input = input.replaceAll(pattern, blank);
  const unknown = new Set<string>();
  return input.replaceAll(/[\p{L}'’]{2,40}/gu, (word) => {
    if (unknown.has(word) || knows(word)) return word;
    if (unknown.size >= mostUnknownWords) return blank(word);
    unknown.add(word);
    return word;
  });
}

function blank(run: string): string {
  return placeholder.repeat(run.length);
}
