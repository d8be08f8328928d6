/** Remembers texts up to a total length and forgets those first that were asked for least recently. */
export interface TextMemory {
  get(name: string): string | undefined;
  set(name: string, text: string): void;
  clear(): void;
}

/** `maxUnits` counts UTF-16 code units of the texts. A text of more than a sixteenth of it is not kept. */
export function textMemory(maxUnits: number): TextMemory {
  const texts = new Map<string, string>();
  let units = 0;
  const forget = (name: string): void => {
    units -= texts.get(name)?.length ?? 0;
    texts.delete(name);
  };
  return {
    get(name) {
      const text = texts.get(name);
      if (text === undefined) return undefined;
      // A map lists its entries by age: what is set anew becomes the youngest.
      texts.delete(name);
      texts.set(name, text);
      return text;
    },
    set(name, text) {
      if (text.length > maxUnits / 16) return;
      forget(name);
      texts.set(name, text);
      units += text.length;
      for (const oldest of texts.keys()) {
        if (units <= maxUnits) return;
        forget(oldest);
      }
    },
    clear() {
      texts.clear();
      units = 0;
    },
  };
}
