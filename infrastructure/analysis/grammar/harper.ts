import { type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import { pieces } from '../../../domain/text/pieces.ts';
import { switchedOff } from './harper-policy.ts';

/** A remark of Harper as plain data. Offsets are UTF-16 code units of the text given. */
export interface HarperLint {
  readonly rule: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestions: readonly HarperSuggestion[];
}

export interface HarperSuggestion {
  readonly kind: 'replace' | 'remove' | 'insert-after';
  readonly text: string;
}

/** Harper's own numbers of its dialects. */
const dialects = { american: 0, british: 1 } as const;
const suggestionKinds = ['replace', 'remove', 'insert-after'] as const;

let linter: Promise<LocalLinter> | undefined;
let dialect: number = dialects.american;
/** The dialect belongs to the linter, so texts take turns. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * What Harper says about an English text. Loads Harper (16 MB of WASM, about 2 s) on first use.
 * @throws when Harper aborts; it cannot be started again in the same process, so the process must be replaced
 */
export function lintEnglish(
  text: string,
  { british }: { readonly british: boolean },
): Promise<HarperLint[]> {
  const lints = turn.then(() => lintInTurn(text, british));
  turn = lints.catch(() => undefined);
  return lints;
}

async function lintInTurn(text: string, british: boolean): Promise<HarperLint[]> {
  linter ??= start();
  const ready = await linter;
  const wanted = british ? dialects.british : dialects.american;
  if (wanted !== dialect) {
    await ready.setDialect(wanted);
    // Another dialect starts with Harper's own choice of rules again.
    await chooseRules(ready);
    dialect = wanted;
  }
  const found: HarperLint[] = [];
  // Harper takes time with the square of a paragraph's length, so it never sees a long one.
  for (const { start, end } of pieces(text)) {
    const byRule = await ready.organizedLints(text.slice(start, end), { language: 'plaintext' });
    for (const [rule, lints] of Object.entries(byRule)) {
      for (const lint of lints) found.push(asPlainData({ rule, lint, offset: start }));
    }
  }
  return found;
}

async function start(): Promise<LocalLinter> {
  const created = new LocalLinter({ binary });
  await created.setup();
  await chooseRules(created);
  return created;
}

async function chooseRules(created: LocalLinter): Promise<void> {
  const rules = await created.getDefaultLintConfig();
  for (const rule of switchedOff) rules[rule] = false;
  await created.setLintConfig(rules);
}

function asPlainData({
  rule,
  lint,
  offset,
}: {
  readonly rule: string;
  readonly lint: Lint;
  readonly offset: number;
}): HarperLint {
  const span = lint.span();
  const plain = {
    rule,
    kind: lint.lint_kind(),
    start: offset + span.start,
    end: offset + span.end,
    message: lint.message(),
    suggestions: lint.suggestions().map((suggestion) => ({
      kind: suggestionKinds[suggestion.kind()] ?? 'replace',
      text: suggestion.get_replacement_text(),
    })),
  };
  // The objects live in WASM memory, which no garbage collector sees.
  span.free();
  lint.free();
  return plain;
}
