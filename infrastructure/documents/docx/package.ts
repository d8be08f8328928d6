import { ReadRefusal, unreadable } from '../read-refusal.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { childElements, parseXml, type XmlElement } from './xml-tree.ts';

/** A link from a part to another part, or to something outside (OPC, ECMA-376 part 2, 8.5). */
export interface Relationship {
  readonly id: string;
  /** The last segment of the type's address: the strict and the transitional form share it. */
  readonly type: string;
  /** A part name without the leading slash, or the address of something outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relationships of a part, or of the package when `part` is empty. */
export async function relationships(zip: ZipParts, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const root = await readXml(zip, `${folder}_rels/${part.slice(slash)}.rels`);
  return (root === null ? [] : childElements(root)).map((element) => {
    const isExternal = element.attributes.get('TargetMode') === 'External';
    const target = element.attributes.get('Target') ?? '';
    return {
      id: element.attributes.get('Id') ?? '',
      type: (element.attributes.get('Type') ?? '').split('/').at(-1) ?? '',
      target: isExternal ? target : resolve(folder, target),
      isExternal,
    };
  });
}

/** The parsed part, or null when there is none. @throws ReadRefusal */
export async function readXml(zip: ZipParts, name: string): Promise<XmlElement | null> {
  const bytes = await zip.read(name);
  return bytes === null ? null : parseXml(bytes);
}

/** The part that a relationship of this type points to. @throws ReadRefusal */
export async function linkedPart(
  zip: ZipParts,
  links: readonly Relationship[],
  type: string,
): Promise<XmlElement | null> {
  const link = links.find((one) => one.type === type && !one.isExternal);
  return link === undefined ? null : await readXml(zip, link.target);
}

/** The same for parts that only add facts: a broken one must not make the text unreadable. */
export async function optionalPart(
  zip: ZipParts,
  links: readonly Relationship[],
  type: string,
): Promise<XmlElement | null> {
  try {
    return await linkedPart(zip, links, type);
  } catch (cause) {
    if (cause instanceof ReadRefusal) return null;
    throw cause;
  }
}

/** The name of the part with the text, or null when this package is not a word-processing document. */
export async function mainPart(zip: ZipParts): Promise<string | null> {
  const types = await readXml(zip, '[Content_Types].xml');
  if (types === null) return null;
  const isDocument = childElements(types).some((element) =>
    /wordprocessingml\.(document|template)|ms-word\.(document|template)\.macroEnabled/i.test(
      element.attributes.get('ContentType') ?? '',
    ),
  );
  if (!isDocument) return null;
  const office = (await relationships(zip, '')).find((link) => link.type === 'officeDocument');
  if (office === undefined)
    throw unreadable('The document does not say which of its parts holds the text.');
  return office.target;
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = folder.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '.' && segment !== '') path.push(segment);
  }
  return path.join('/');
}
