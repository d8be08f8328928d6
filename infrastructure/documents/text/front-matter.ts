import type { Provenance } from '../../../domain/checks/report.ts';
import {
  aigcMark,
  type Declaration,
  frontMatterMark,
  sourceTypeMark,
} from '../provenance/declarations.ts';

const mostLines = 200;

export interface FrontMatter {
  readonly body: string;
  readonly declarations: readonly Declaration[];
  /** Programs and people that the block names as the origin of the text. */
  readonly origins: readonly string[];
}

/** Splits a leading block between `---` (YAML) or `+++` (TOML) lines from a Markdown text. */
export function readFrontMatter(source: string): FrontMatter {
  const fence = /^(---|\+\+\+)[ \t]*\r?\n/.exec(source);
  const none: FrontMatter = { body: source, declarations: [], origins: [] };
  if (fence === null) return none;
  const lines: string[] = [];
  let at = fence[0].length;
  while (at < source.length && lines.length < mostLines) {
    const end = source.indexOf('\n', at);
    const next = end === -1 ? source.length : end + 1;
    const line = source.slice(at, next).trim();
    at = next;
    if (line === fence[1]) return { body: source.slice(at), ...meaning(lines) };
    lines.push(line);
  }
  return none;
}

function meaning(lines: readonly string[]): Omit<FrontMatter, 'body'> {
  const entries = lines.map(entry).filter((one) => one !== null);
  return {
    declarations: entries.map(declared).filter((declaration) => declaration !== null),
    origins: entries.filter(({ key }) => originKeys.has(key)).map(({ value }) => value),
  };
}

interface Entry {
  readonly key: string;
  readonly value: string;
}

function entry(line: string): Entry | null {
  const found = /^["']?([\w .-]{2,60}?)["']?\s*[:=]\s*(.{1,300})$/.exec(line);
  const key = found?.[1]?.toLowerCase().replace(/[\s_.-]/g, '') ?? '';
  const value = found?.[2]?.trim().replace(/^["'](.*)["']$/, '$1') ?? '';
  return value === '' ? null : { key, value };
}

function declared({ key, value }: Entry): Declaration | null {
  if (key === 'digitalsourcetype') return sourceTypeMark(value, 'text');
  if (key === 'aigc') return aigcMark(value, 'text');
  const declares = flags.get(key);
  const isTrue = /^(true|yes|1)$/i.test(value);
  return declares !== undefined && isTrue ? frontMatterMark(`${key}: ${value}`, declares) : null;
}

const originKeys: ReadonlySet<string> = new Set([
  'generator',
  'generatedby',
  'author',
  'createdby',
  'model',
]);

const flags: ReadonlyMap<string, Provenance['declared']> = new Map([
  ['aigenerated', 'ai_generated'],
  ['generatedbyai', 'ai_generated'],
  ['aiassisted', 'ai_assisted'],
  ['humanwritten', 'human'],
]);
