import { metadataValue } from '../extracted.ts';
import { isoDate } from '../iso-date.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { optionalPart, type Relationship } from './package.ts';
import { childElements, ownText, type XmlElement } from './xml-tree.ts';

/** What the document says about itself: core, extended and custom properties. */
export interface DocxProperties {
  readonly creator: string | null;
  readonly lastModifiedBy: string | null;
  readonly description: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly revisions: number | null;
  readonly application: string | null;
  readonly editingMinutes: number | null;
  readonly pages: number | null;
  readonly custom: ReadonlyMap<string, string>;
}

export async function docxProperties(
  zip: ZipParts,
  links: readonly Relationship[],
): Promise<DocxProperties> {
  const read = (type: string) => optionalPart(zip, links, type);
  const core = values(await read('core-properties'));
  const extended = values(await read('extended-properties'));
  return {
    creator: metadataValue(core.get('creator')),
    lastModifiedBy: metadataValue(core.get('lastModifiedBy')),
    description: metadataValue(core.get('description')),
    created: isoDate(core.get('created')),
    modified: isoDate(core.get('modified')),
    revisions: wholeNumber(core.get('revision')),
    application: application(extended),
    editingMinutes: wholeNumber(extended.get('TotalTime')),
    pages: wholeNumber(extended.get('Pages')),
    custom: customValues(await read('custom-properties')),
  };
}

function values(root: XmlElement | null): Map<string, string> {
  const elements = root === null ? [] : childElements(root);
  return new Map(elements.map((element) => [element.name, ownText(element)]));
}

function customValues(root: XmlElement | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const property of root === null ? [] : childElements(root)) {
    const [value] = childElements(property);
    const name = property.attributes.get('name');
    if (name !== undefined && value !== undefined) found.set(name, ownText(value));
  }
  return found;
}

function application(extended: ReadonlyMap<string, string>): string | null {
  const name = metadataValue(extended.get('Application'));
  const version = metadataValue(extended.get('AppVersion'));
  return name !== null && version !== null && /^[\d.]+$/.test(version)
    ? `${name} ${version}`
    : name;
}

function wholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null;
}
