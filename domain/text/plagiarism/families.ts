/** Family numbers of `Fingerprints.families`. */
export const wordFamily = 0;
export const contentFamily = 1;

/** Words of a word n-gram, and neighbouring n-grams of which winnowing keeps one. */
export const gramWords = 5;
export const winnowWindow = 4;
/** Every unedited run of this many words shares a fingerprint: k + w - 1. */
export const guaranteedRun = gramWords + winnowWindow - 1;
/** Content words of an order-free n-gram. */
export const contentWords = 3;
