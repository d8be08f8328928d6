import { dateFindings } from '../date-finding.ts';
import { distinctAuthors, type Extracted, type FileFacts } from '../extracted.ts';
import { createHiddenText, type HiddenText } from '../hidden-text.ts';
import {
  aigcMark,
  type Declaration,
  generators,
  manifestMark,
  sourceTypeMark,
} from '../provenance/declarations.ts';
import { unreadable } from '../read-refusal.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { type BodyContext, type BodyFacts, bodyText } from './body-text.ts';
import {
  aiAuthorFindings,
  historyFindings,
  packageFindings,
  revisionFindings,
} from './docx-findings.ts';
import { linkedPart, optionalPart, type Relationship, readXml, relationships } from './package.ts';
import { type DocxProperties, docxProperties } from './properties.ts';
import { readStyles } from './styles.ts';
import { childElements, type XmlElement } from './xml-tree.ts';

/**
 * The text of a DOCX: body, then the footnotes and endnotes it refers to. Headers and footers repeat
 * on every page and comments are not part of the text, so both are left out. @throws ReadRefusal
 */
export async function readDocx(zip: ZipParts, main: string): Promise<Extracted> {
  const root = await readXml(zip, main);
  if (root === null) throw unreadable('The part with the text of the document is missing.');
  const links = await relationships(zip, main);
  const facts: BodyFacts = { insertions: 0, deletions: 0, revisionAuthors: new Set(), notes: [] };
  const hidden = createHiddenText(explainHidden);
  const styles = readStyles(await linkedPart(zip, links, 'styles'));
  const text = await wholeText(zip, { root, links, context: { styles, hidden, facts } });
  if (text.trim() === '') throw unreadable('The document holds no text.');
  const packageLinks = await relationships(zip, '');
  const properties = await docxProperties(zip, packageLinks);
  const commenters = authorsOf(await optionalPart(zip, links, 'comments'));
  const authors = [...commenters, ...facts.revisionAuthors];
  const origin = generators(
    [properties.application, properties.creator, properties.lastModifiedBy, properties.description],
    'info',
  );
  return {
    text,
    facts: fileFacts(properties, { authors, hidden }),
    findings: [
      ...hidden.finding({ id: 'docx.hidden_text', visibleCharacters: text.length }),
      ...revisionFindings(facts),
      ...aiAuthorFindings(distinctAuthors(authors)),
      ...packageFindings([...links, ...packageLinks], zip.names),
      ...historyFindings(properties, text.length),
      ...dateFindings(properties),
      ...origin.findings,
    ],
    declarations: [...origin.declarations, ...customDeclarations(properties), ...manifests(zip)],
  };
}

async function wholeText(
  zip: ZipParts,
  document: {
    readonly root: XmlElement;
    readonly links: readonly Relationship[];
    readonly context: BodyContext;
  },
): Promise<string> {
  const { root, links, context } = document;
  const texts = [bodyText(root, context)];
  const references = [...context.facts.notes];
  for (const kind of ['footnote', 'endnote'] as const) {
    const ids = references.filter((note) => note.kind === kind).map((note) => note.id);
    if (ids.length === 0) continue;
    const part = await linkedPart(zip, links, `${kind}s`);
    const notes = new Map(
      (part === null ? [] : childElements(part)).map((note) => [note.attributes.get('id'), note]),
    );
    for (const id of new Set(ids)) {
      const note = notes.get(id);
      if (note !== undefined) texts.push(bodyText(note, context));
    }
  }
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

function authorsOf(comments: XmlElement | null): string[] {
  const authors = (comments === null ? [] : childElements(comments)).map((comment) =>
    comment.attributes.get('author'),
  );
  return [...new Set(authors.filter((author) => author !== undefined))];
}

function fileFacts(
  properties: DocxProperties,
  found: { readonly authors: readonly string[]; readonly hidden: HiddenText },
): FileFacts {
  return {
    pages: properties.pages,
    created: properties.created,
    modified: properties.modified,
    creator: properties.creator,
    producer: null,
    application: properties.application,
    editing_minutes: properties.editingMinutes,
    revisions: properties.revisions,
    authors: distinctAuthors([properties.creator, properties.lastModifiedBy, ...found.authors]),
    hidden_text_chars: found.hidden.characters(),
  };
}

function customDeclarations(properties: DocxProperties): Declaration[] {
  const declarations: (Declaration | null)[] = [];
  for (const [name, value] of properties.custom) {
    if (/^AIGC$/i.test(name)) declarations.push(aigcMark(value, 'custom_xml'));
    if (/digital_?source_?type/i.test(name)) declarations.push(sourceTypeMark(value, 'custom_xml'));
  }
  return declarations.filter((declaration) => declaration !== null);
}

function manifests(zip: ZipParts): Declaration[] {
  const names = zip.names.filter((name) => /c2pa|content_credential/i.test(name));
  return names.length === 0
    ? []
    : [
        manifestMark(
          'custom_xml',
          `The package holds a C2PA manifest (${names[0]}); it was not verified.`,
        ),
      ];
}

function explainHidden() {
  return {
    severity: 'high',
    title: 'Text that a reader cannot see',
    benign_explanation:
      'Word uses hidden text for index entries and teaching material with hidden answers.',
  } as const;
}
