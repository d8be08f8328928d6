import type { Finding } from '../../domain/checks/report.ts';

const sampleLength = 200;

/** Collects text that the reader of a document cannot see, by the way in which it is hidden. */
export interface HiddenText {
  add(mechanism: string, text: string): void;
  /** Code units collected. */
  characters(): number;
  finding(about: { readonly id: string; readonly visibleCharacters: number }): Finding[];
}

export function createHiddenText(
  explain: (
    mechanisms: readonly string[],
  ) => Pick<Finding, 'severity' | 'title' | 'benign_explanation'>,
): HiddenText {
  const mechanisms = new Map<string, number>();
  let characters = 0;
  let sample = '';
  return {
    add(mechanism, text) {
      const shown = text.trim();
      if (shown === '') return;
      mechanisms.set(mechanism, (mechanisms.get(mechanism) ?? 0) + 1);
      characters += shown.length;
      if (sample.length < sampleLength)
        sample += `${sample === '' ? '' : ' '}${shown}`.slice(0, sampleLength);
    },
    characters: () => characters,
    finding({ id, visibleCharacters }) {
      if (characters === 0) return [];
      const names = [...mechanisms.keys()];
      const share = Math.round((100 * characters) / (characters + visibleCharacters));
      return [
        {
          id,
          ...explain(names),
          description: `${characters} characters (${share} % of the file's text) are hidden: ${names.join(', ')}. They are left out of the checked text and are not charged.`,
          hard: false,
          count: [...mechanisms.values()].reduce((sum, count) => sum + count, 0),
          evidence: { sample: sample.slice(0, sampleLength), positions: [] },
        },
      ];
    },
  };
}
