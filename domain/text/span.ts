/** A piece of a string: UTF-16 code units, end exclusive, so that `text.slice(start, end)` is the piece. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
