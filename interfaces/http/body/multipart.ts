import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { type Refusal, success } from '../../../domain/shared/refusal.ts';
import { formGuard, malformed, unreadableHead } from './form-guard.ts';
import { type GrowingBuffer, growingBuffer } from './growing-buffer.ts';
import type { BodyLimit, BodySink } from './read-body.ts';

/** One part of a `multipart/form-data` body. */
export interface FormPart {
  readonly name: string;
  /** The name the client gave, without folders; null when there is none. */
  readonly fileName: string | null;
  /** The `charset` of the part's own content type, lower case, or null. */
  readonly charset: string | null;
  readonly bytes: Buffer;
}

interface FormOptions {
  readonly boundary: string;
  /** How much a part of this name may hold. */
  limitOf(name: string): BodyLimit;
}

interface OpenPart extends Pick<FormPart, 'name' | 'fileName'> {
  readonly content: GrowingBuffer;
}

const maxFileNameUnits = 255;

/**
 * A sink that parses a `multipart/form-data` body with busboy while it arrives and keeps its parts.
 * Strict: what cannot be read, too many parts and a missing end are refused with `bad_json`, too
 * long a part with the code of its limit, so that nothing a client sent is ever left out in silence.
 */
export function formSink(options: FormOptions): BodySink<readonly FormPart[]> {
  const guard = formGuard(options.boundary);
  const parser = createParser(options.boundary);
  const parts: OpenPart[] = [];
  let refusal: Refusal | null = null;

  // The first reason counts; what follows it are consequences.
  const refuse = (reason: Refusal): void => {
    refusal ??= reason;
    parser.destroy();
  };
  parser.on('file', (name: string | undefined, stream, { filename }) => {
    collect({ name: name ?? '', fileName: fileNameOf(filename) }, stream);
  });
  parser.on('error', (error) => refuse(malformed(reasonOf(error)).refusal));

  return {
    take(chunk) {
      const passed = guard.pass(chunk);
      if (!passed.ok) return passed.refusal;
      for (const piece of passed.value) parser.write(piece);
      return refusal;
    },
    async finish() {
      await closed();
      if (refusal !== null) return { ok: false, refusal };
      // A part that busboy skipped, for its disposition, is one that cannot be read.
      return parts.length === guard.heads.length && parts.every(({ name }) => name !== '')
        ? success(parts.map(finishedPart))
        : malformed(unreadableHead);
    },
    abandon: () => void parser.destroy(),
  };

  function collect(names: Pick<FormPart, 'name' | 'fileName'>, stream: Readable): void {
    const { maxBytes, code, detail } = options.limitOf(names.name);
    const content = growingBuffer({ maxBytes });
    parts.push({ ...names, content });
    stream.on('data', (chunk: Buffer) => {
      if (refusal === null && !content.add(chunk)) refuse({ code, detail });
    });
    // It fails with its parser, which says why; without a listener the process would end.
    stream.on('error', () => {});
  }

  function closed(): Promise<void> {
    return new Promise((resolve) => {
      if (parser.destroyed) resolve();
      else parser.on('close', resolve).end();
    });
  }

  function finishedPart({ name, fileName, content }: OpenPart, index: number): FormPart {
    const charset = guard.heads[index]?.charset ?? null;
    return { name, fileName, charset, bytes: content.bytes() };
  }
}

function createParser(boundary: string): busboy.Busboy {
  const quoted = boundary.replace(/["\\]/g, '\\$&');
  return busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${quoted}"` },
    defParamCharset: 'utf8',
  });
}

/** HTML (4.10.21.8) escapes quotes as `%22`. busboy has already taken folders off. */
function fileNameOf(name: string | undefined): string | null {
  const plain = name?.replaceAll('%22', '"').slice(0, maxFileNameUnits) ?? '';
  return plain === '' ? null : plain;
}

/** The messages of busboy name no content, only what is wrong with the frame. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.message === 'Unexpected end of form'
    ? 'it ends before its last boundary'
    : unreadableHead;
}
