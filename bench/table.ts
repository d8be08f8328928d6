export interface BenchRow {
  readonly what: string;
  readonly figure: string;
  readonly goal: string;
  readonly met: boolean | null;
}

/** The rows as a Markdown table, as it stands in the README. */
export function markdownTable(rows: readonly BenchRow[]): string {
  const lines = rows.map(
    ({ what, figure, goal, met }) =>
      `| ${what} | ${figure} | ${goal} | ${met === null ? '' : met ? 'yes' : 'no'} |`,
  );
  return ['| measured | figure | goal | met |', '|---|---|---|---|', ...lines].join('\n');
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function ratios(values: readonly number[]): string {
  return values.map((value) => `${number(value, 2)}x`).join(', ');
}
