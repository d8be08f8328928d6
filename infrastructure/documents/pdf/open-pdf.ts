import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { unreadable } from '../read-refusal.ts';

/**
 * Opens a PDF with everything off that reading text does not need: no scripts, no fonts of the
 * system, no forms, and nothing that could be fetched from outside the package's own folder.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await loadPdfjs();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: 1,
    fontExtraProperties: false,
    cMapUrl: join(folder, 'cmaps') + sep,
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
  });
  try {
    return await task.promise;
  } catch (cause) {
    throw openFailure(cause);
  }
}

async function loadPdfjs(): Promise<typeof import('pdfjs-dist')> {
  // pdf.js loads a native canvas for these three unless they exist. Text needs none of them.
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, class {});
  }
  const build = 'pdfjs-dist/legacy/build';
  const [api, worker] = await Promise.all([
    import(`${build}/pdf.min.mjs`),
    import(`${build}/pdf.worker.min.mjs`),
  ]);
  // This process is the worker already: with the handler in place pdf.js does not look for another.
  Reflect.set(globalThis, 'pdfjsWorker', worker);
  return api;
}

function openFailure(cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'PasswordException') {
    return unreadable('The PDF is protected by a password and cannot be read.');
  }
  return unreadable('The PDF is damaged and cannot be read.');
}
