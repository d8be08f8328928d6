import JSZip from 'jszip';

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata';

export interface DocxParts {
  /** What stands inside `w:body`. */
  readonly body: string;
  /** Whole other parts by name: `word/styles.xml`, `docProps/core.xml`. Known ones are linked. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Further relationship elements of the main part. */
  readonly links?: string;
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A minimal DOCX around a body, with every part that is given linked where Word links it. */
export async function docxFile({ body, parts = {}, links = '' }: DocxParts): Promise<Uint8Array> {
  const zip = new JSZip();
  zip.file('[Content_Types].xml', contentTypes);
  zip.file('_rels/.rels', relationships(packageLinks));
  zip.file('word/_rels/document.xml.rels', relationships(documentLinks + links));
  zip.file(
    'word/document.xml',
    `<?xml version="1.0" encoding="UTF-8"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
  );
  for (const [name, content] of Object.entries(parts)) zip.file(name, content);
  return await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

export function wordPart(root: string, content: string): string {
  return `<?xml version="1.0"?><w:${root} ${namespaces}>${content}</w:${root}>`;
}

export function coreProperties(content: string): string {
  return `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${content}</cp:coreProperties>`;
}

export function appProperties(content: string): string {
  return `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">${content}</Properties>`;
}

export function customProperty(name: string, value: string): string {
  return `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${name}"><vt:lpwstr>${value}</vt:lpwstr></property></Properties>`;
}

function relationships(links: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`;
}

function link(type: string, target: string): string {
  return `<Relationship Id="rId${target.length}${target.charCodeAt(0)}" Type="${type}" Target="${target}"/>`;
}

const packageLinks = [
  link(`${officeTypes}/officeDocument`, 'word/document.xml'),
  link(`${packageTypes}/core-properties`, 'docProps/core.xml'),
  link(`${officeTypes}/extended-properties`, 'docProps/app.xml'),
  link(`${officeTypes}/custom-properties`, 'docProps/custom.xml'),
].join('');

const documentLinks = ['styles', 'footnotes', 'endnotes', 'comments']
  .map((name) => link(`${officeTypes}/${name}`, `${name}.xml`))
  .join('');

const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
