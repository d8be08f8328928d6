import type { Finding } from '../../../domain/checks/report.ts';
import { fileFinding } from '../file-finding.ts';
import { aiGenerators } from '../provenance/generator-names.ts';
import type { BodyFacts } from './body-text.ts';
import type { Relationship } from './package.ts';
import type { DocxProperties } from './properties.ts';

export function revisionFindings(facts: BodyFacts): Finding[] {
  const count = facts.insertions + facts.deletions;
  if (count === 0) return [];
  const authors = [...facts.revisionAuthors].slice(0, 5).join(', ');
  return [
    fileFinding({
      id: 'docx.tracked_changes',
      severity: 'info',
      title: 'Tracked changes',
      description: `${facts.insertions} tracked insertions and ${facts.deletions} deletions${authors === '' ? '' : ` by ${authors}`}. Insertions are part of the checked text, deletions are not.`,
      benign: 'Tracked changes are how people edit together.',
      count,
    }),
  ];
}

/** Comments and tracked changes whose author is the name of a language model. */
export function aiAuthorFindings(authors: readonly string[]): Finding[] {
  const ai = authors.filter((author) => aiGenerators.some((known) => known.test(author)));
  if (ai.length === 0) return [];
  return [
    fileFinding({
      id: 'docx.comment_author_ai',
      severity: 'medium',
      title: 'Comments or changes by an AI tool',
      description: `Comments or tracked changes are signed by ${ai.slice(0, 5).join(', ')}.`,
      benign: 'The tool may have reviewed a text that a person wrote.',
      count: ai.length,
      sample: ai.join(', '),
    }),
  ];
}

/** Content that lies outside the part that was read, and code. Nothing is ever fetched or run. */
export function packageFindings(
  links: readonly Relationship[],
  names: readonly string[],
): Finding[] {
  const chunks = links.filter((link) => link.type === 'aFChunk');
  // A hyperlink is outside by nature; everything else outside is loaded when the document opens.
  const external = links.filter((link) => link.isExternal && link.type !== 'hyperlink');
  const macros = names.filter((name) => /vbaProject\.bin$/i.test(name));
  return [
    ...listed(
      altChunk,
      chunks.map((link) => link.target),
    ),
    ...listed(
      externalReference,
      external.map((link) => link.target),
    ),
    ...listed(macro, macros),
  ];
}

const altChunk = {
  id: 'docx.alt_chunk',
  severity: 'medium',
  title: 'Embedded document in another format',
  description:
    'The document embeds content in another format, which is not part of the checked text.',
  benign: 'Some converters embed HTML this way.',
} as const;
const externalReference = {
  id: 'docx.external_reference',
  severity: 'medium',
  title: 'Content loaded from outside',
  description: 'The document loads content from outside when it is opened. Nothing was fetched.',
  benign: 'Linked pictures and company templates work this way.',
} as const;
const macro = {
  id: 'docx.macro',
  severity: 'medium',
  title: 'Contains macros',
  description: 'The document contains program code. It was not run.',
  benign: 'Company templates often contain macros.',
} as const;

function listed(
  about: typeof altChunk | typeof externalReference | typeof macro,
  items: readonly string[],
): Finding[] {
  return items.length === 0
    ? []
    : [fileFinding({ ...about, count: items.length, sample: items.slice(0, 5).join(', ') })];
}

/** Weak hints from the history that a word processor keeps. */
export function historyFindings(properties: DocxProperties, textLength: number): Finding[] {
  // Only Word counts editing time; other programs always write zero.
  const isWord = /^Microsoft.*Word/i.test(properties.application ?? '');
  const isUnedited = properties.editingMinutes === 0 && (properties.revisions ?? 1) <= 1;
  if (!isWord || !isUnedited || textLength < 1_500) return [];
  return [
    fileFinding({
      id: 'meta.no_editing_history',
      severity: 'low',
      title: 'No editing history',
      description: `${textLength} characters were saved by Word with no editing time and a single revision.`,
      benign: 'Pasting a finished text into a new document looks the same, and so do many exports.',
    }),
  ];
}
