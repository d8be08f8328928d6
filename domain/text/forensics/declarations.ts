import type { Provenance, ProvenanceMark } from '../../checks/report.ts';
import { readClaim } from '../normalise/c2pa-text.ts';
import { shortened } from '../normalise/hidden-bytes.ts';
import type { Span } from '../span.ts';
import {
  assistantName,
  declaringKeys,
  genericAssistant,
  producerKeys,
  truthy,
  visibleLabelPatterns,
} from './declaration-words.ts';

/** A mark and what it declares: null when it says nothing about how the text was made. */
export interface Declaration {
  readonly mark: ProvenanceMark;
  readonly declares: Provenance['declared'];
  /** Where it stood in the submitted text, when nothing of it is left in the normalised one. */
  readonly submitted?: Span;
}

const unverified = 'The declaration was read; nothing verifies it.';

/** `-----BEGIN C2PA MANIFEST-----` blocks of structured text (C2PA 2.3 A.7). */
export function manifestBlocks(text: string): Declaration[] {
  const begin = '-----BEGIN C2PA MANIFEST-----';
  const end = '-----END C2PA MANIFEST-----';
  const declarations: Declaration[] = [];
  for (let start = text.indexOf(begin); start !== -1; start = text.indexOf(begin, start + 1)) {
    const stop = text.indexOf(end, start);
    const body = text.slice(start + begin.length, stop === -1 ? start + 20_000 : stop);
    const { declares, producer } = readClaim(fromBase64(body) ?? body);
    declarations.push({
      declares,
      mark: {
        ...textMark('c2pa_text', { start, end: start + begin.length }),
        value: `C2PA manifest block: ${shortened(body.trim(), 80)}`,
        producer,
        reason: 'The block was found; neither its manifest nor its signature was checked.',
      },
    });
    if (stop === -1) break;
  }
  return declarations;
}

/** Keys of a YAML or TOML front matter that say how the text was made. */
export function frontMatterMarks(text: string): Declaration[] {
  const block = /^(---|\+\+\+)\n([\s\S]{0,8000}?)\n(?:---|\.\.\.|\+\+\+)(?:\n|$)/.exec(text);
  if (block === null) return [];
  const declarations: Declaration[] = [];
  let start = 4;
  for (const line of (block[2] ?? '').split('\n')) {
    const declaration = frontMatterLine(line, start);
    if (declaration !== null) declarations.push(declaration);
    start += line.length + 1;
  }
  return declarations;
}

function frontMatterLine(line: string, start: number): Declaration | null {
  const found = /^\s{0,8}["']?([\w .-]{1,40}?)["']?\s{0,4}[:=]\s{0,4}["']?([^"'\n]{1,200})/.exec(
    line,
  );
  if (found === null) return null;
  const key = (found[1] ?? '').toLowerCase().replace(/[-_ .]/g, '');
  const value = (found[2] ?? '').trim();
  const span = { start, end: start + line.length };
  if (key === 'digitalsourcetype') return sourceType(value, span);
  const declared = declaringKeys.get(key);
  if (declared !== undefined && truthy.test(value)) {
    return declaration('frontmatter', {
      declares: declared,
      value: line.trim(),
      producer: null,
      span,
    });
  }
  const producer = producerKeys.has(key) ? producerName(value) : null;
  if (producer === null) return null;
  return declaration('frontmatter', {
    declares: 'ai_generated',
    value: line.trim(),
    producer,
    span,
  });
}

function producerName(value: string): string | null {
  return assistantName.exec(value)?.[0] ?? genericAssistant.exec(value)?.[0] ?? null;
}

function sourceType(value: string, span: Span): Declaration {
  const { declares } = readClaim(value);
  return declaration('iptc_source_type', { declares, value, producer: null, span });
}

/** The label of GB 45438-2025: "1" means generated, other values only possibly or suspected. */
export function aigcLabels(text: string): Declaration[] {
  const declarations: Declaration[] = [];
  for (const match of text.matchAll(/\bAIGC["']?\s{0,4}[:=]\s{0,4}["']?\{([^{}]{1,2000})\}/g)) {
    const body = match[1] ?? '';
    const label = /["']?Label\\?["']?\s{0,4}:\s{0,4}\\?["']?(\w{1,10})/.exec(body)?.[1];
    if (label === undefined) continue;
    const producer = /ContentProducer\\?["']?\s{0,4}:\s{0,4}\\?["']([^"'\\]{1,100})/.exec(
      body,
    )?.[1];
    declarations.push(
      declaration('aigc_label', {
        declares: label === '1' ? 'ai_generated' : null,
        value: shortened(match[0], 200),
        producer: producer ?? null,
        span: { start: match.index, end: match.index + match[0].length },
      }),
    );
  }
  return declarations;
}

/** Lines of their own, among the first or last three, that say how the text was made. */
export function visibleLabels(text: string): Declaration[] {
  return outerLines(text).flatMap(({ start, line }) => {
    const pattern = visibleLabelPatterns.find(({ label }) => label.test(line));
    if (pattern === undefined) return [];
    const value = line.trim();
    const producer = assistantName.exec(line)?.[0] ?? null;
    const span = { start, end: start + line.length };
    return [declaration('text_label', { declares: pattern.declares, value, producer, span })];
  });
}

const maxLabelLength = 200;

function outerLines(text: string): { start: number; line: string }[] {
  const lines: { start: number; line: string }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') lines.push({ start, line });
    start += line.length + 1;
  }
  const outer = lines.length <= 6 ? lines : [...lines.slice(0, 3), ...lines.slice(-3)];
  return outer.filter(({ line }) => line.length <= maxLabelLength);
}

function declaration(
  kind: ProvenanceMark['kind'],
  facts: {
    readonly declares: Declaration['declares'];
    readonly value: string;
    readonly producer: string | null;
    readonly span: Span;
  },
): Declaration {
  const { declares, value, producer, span } = facts;
  return { declares, mark: { ...textMark(kind, span), value, producer, reason: unverified } };
}

function textMark(kind: ProvenanceMark['kind'], span: Span) {
  return { kind, source: 'text', validated: false, ...span } as const;
}

function fromBase64(body: string): string | null {
  const data = /(?:base64,)?([A-Za-z0-9+/=\s]{16,})/.exec(body)?.[1];
  if (data === undefined) return null;
  try {
    return atob(data.replace(/\s/g, ''));
  } catch {
    return null;
  }
}
