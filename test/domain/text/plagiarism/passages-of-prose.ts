/** Public-domain sentences for tests: Dickens 1859, Austen 1813, Lincoln 1863. */
export const dickens =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, ' +
  'it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of ' +
  'Darkness, it was the spring of hope, it was the winter of despair.';

export const austen =
  'However little known the feelings or views of such a man may be on his first entering a neighbourhood, this ' +
  'truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property ' +
  'of some one or other of their daughters.';

export const lincoln =
  'Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so ' +
  'dedicated, can long endure. We are met on a great battle-field of that war. We have come to dedicate a portion ' +
  'of that field, as a final resting place for those who here gave their lives that that nation might live.';

/** Written for the tests, about nothing that the others are about. */
export const ownWords =
  'Yesterday the plumber came early and replaced two rusty pipes under our kitchen sink. He also cleaned the filter ' +
  'of the washing machine, which had not been opened since the previous summer, and left a short note about prices.';
