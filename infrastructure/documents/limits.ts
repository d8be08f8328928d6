/** A page costs time even when it is empty; nothing legitimate under 400,000 characters has more. */
export const maxPdfPages = 2_000;

/** Limits on archives: what a word processor writes stays far below each of them. */
export const zipLimits = {
  entries: 2_000,
  declaredBytes: 300_000_000,
  mainPartBytes: 40_000_000,
  allPartsBytes: 80_000_000,
  ratio: 100,
  ratioFromBytes: 5_000_000,
} as const;

/** Browsers cap nesting at about the same depth. */
export const xmlLimits = { depth: 512, attributes: 200 } as const;

/** Markdown reading is slower than linear on some inputs; longer text could not pass the text limit anyway. */
export const maxMarkdownCharacters = 2_000_000;

/** A process that reads a file is killed from outside at either of these. */
export const processLimits = {
  wallClockMs: 20_000,
  heapMegabytes: 512,
  residentMegabytes: 640,
  concurrent: 2,
  queued: 50,
  answerBytes: 32_000_000,
} as const;
