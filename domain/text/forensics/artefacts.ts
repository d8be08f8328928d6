import type { Finding } from '../../checks/report.ts';
import type { Span } from '../span.ts';
import { type ArtefactPattern, artefactPatterns } from './artefact-patterns.ts';
import { copiedBlocks } from './copied-blocks.ts';
import { type ExaminedText, findingFrom, maxPositions } from './finding.ts';
import { findingCatalogue, type TextFindingId } from './finding-catalogue.ts';
import { isQuoted } from './quoted.ts';

/** How far from its ends a text may still be opening or closing. */
const frameLength = 400;
/** After so many quoted ones the next will not be the first that is meant. */
const maxQuoteChecks = 200;

interface Sightings {
  readonly hits: Span[];
  count: number;
  unquoted: number;
  hard: boolean;
}

/** What chat assistants and their pages leave in a text. */
export function artefactFindings(examined: ExaminedText): Finding[] {
  const byId = new Map<TextFindingId, Sightings>();
  for (const rule of artefactPatterns) collect(rule, { text: examined.text, byId });
  const blocks = copiedBlocks(examined.text);
  if (blocks.length > 0) {
    const sightings = sightingsOf(byId, 'artefact.chat_html_attributes');
    sightings.hits.push(...blocks.slice(0, maxPositions));
    sightings.count += blocks.length;
    sightings.unquoted += blocks.length;
  }
  return [...byId].map(([id, { hits, count, unquoted, hard }]) => {
    const at = { text: hits.toSorted((a, b) => a.start - b.start) };
    const severity = unquoted > 0 ? findingCatalogue[id].severity : 'info';
    return findingFrom({ id, count, at, severity, hard: hard && unquoted > 0 }, examined);
  });
}

function collect(
  rule: ArtefactPattern,
  into: { text: string; byId: Map<TextFindingId, Sightings> },
): void {
  const { text, byId } = into;
  const from = rule.where === 'closing' ? Math.max(0, text.length - frameLength) : 0;
  const to = rule.where === 'opening' ? frameLength : text.length;
  const searched = from === 0 && to >= text.length ? text : text.slice(from, to);
  const hits: Span[] = [];
  let count = 0;
  let unquoted = 0;
  for (const match of searched.matchAll(rule.pattern)) {
    const start = from + match.index;
    const span = { start, end: start + match[0].length };
    count += 1;
    if (hits.length < maxPositions) hits.push(span);
    if (!rule.quotable) unquoted += 1;
    else if (unquoted === 0 && count <= maxQuoteChecks && !isQuoted(text, span)) unquoted += 1;
  }
  if (count < (rule.minimum ?? 1)) return;
  const sightings = sightingsOf(byId, rule.id);
  sightings.hits.push(...hits);
  sightings.count += count;
  sightings.unquoted += unquoted;
  sightings.hard ||= rule.hard;
}

function sightingsOf(byId: Map<TextFindingId, Sightings>, id: TextFindingId): Sightings {
  const known = byId.get(id);
  if (known !== undefined) return known;
  const fresh: Sightings = { hits: [], count: 0, unquoted: 0, hard: false };
  byId.set(id, fresh);
  return fresh;
}
