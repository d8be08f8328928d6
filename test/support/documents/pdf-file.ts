/** Text at a place on a page of 612 by 792 points, in PDF coordinates: y grows upwards. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

export interface PdfParts {
  readonly pages: readonly (readonly Drawn[])[];
  /** Entries of the Info dictionary, already in PDF syntax. */
  readonly info?: string;
  readonly xmp?: string;
  /** Entries of the trailer. */
  readonly trailer?: string;
}

const courier = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';

/** A small PDF whose text stands exactly where it is put, in Courier (600 units wide). */
export function pdfFile({ pages, info, xmp, trailer = '' }: PdfParts): Uint8Array {
  const objects = ['', '', courier];
  const kids: number[] = [];
  for (const page of pages) {
    objects.push(stream(page.map(draw).join('\n')));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length} 0 R >>`,
    );
    kids.push(objects.length);
  }
  let catalog = '<< /Type /Catalog /Pages 2 0 R';
  if (xmp !== undefined) {
    objects.push(stream(xmp, '/Type /Metadata /Subtype /XML'));
    catalog += ` /Metadata ${objects.length} 0 R`;
  }
  if (info !== undefined) objects.push(`<< ${info} >>`);
  objects[0] = `${catalog} >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const infoEntry = info === undefined ? '' : `/Info ${objects.length} 0 R`;
  return pdfOfObjects(objects, `${infoEntry} ${trailer}`);
}

/** The first object is the catalog. Used directly for files that no honest program writes. */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Uint8Array {
  let body = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) body += `${String(offset).padStart(10, '0')} 00000 n \n`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body, 'latin1'));
}

export function stream(content: string, entries = ''): string {
  return `<< ${entries} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;
}

/** Lines of text one below the other. */
export function column(
  at: { readonly x: number; readonly y: number },
  lines: readonly string[],
): Drawn[] {
  return lines.map((text, index) => ({ x: at.x, y: at.y - index * 12, text }));
}

/**
 * About three kilobytes that draw one letter 10^levels times: forms that draw each other. No parser
 * gets to the end.
 */
export function endlessPdf(levels: number): Uint8Array {
  const form = (content: string, resources: string): string =>
    stream(
      content,
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`,
    );
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >> /Contents 4 0 R >>',
    stream('/X Do'),
    courier,
  ];
  for (let level = 0; level < levels; level += 1) {
    objects.push(form('/X Do '.repeat(10), `/XObject << /X ${objects.length + 2} 0 R >>`));
  }
  objects.push(form('BT /F1 10 Tf 1 0 0 1 50 700 Tm (x) Tj ET', '/Font << /F1 5 0 R >>'));
  return pdfOfObjects(objects);
}

function draw({ x, y, text, size = 10 }: Drawn): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}
