/**
 * The process that reads one file and ends. It holds no state, no secrets and no open connection; the
 * server kills it when it takes too long or too much memory.
 */
import { Console } from 'node:console';
import { readDocument } from './read-document.ts';
import { ReadRefusal } from './read-refusal.ts';
import { decodeRequest, type ReaderAnswer, readySign } from './reader-protocol.ts';

// Standard output belongs to the protocol, whatever a parser likes to print.
globalThis.console = new Console(process.stderr, process.stderr);
process.stdout.write(readySign);
const formats = loadSmallFormats();
const request = decodeRequest(await readAll());
if (request === null) process.exit(0);
await formats;
const answer = await answerTo(request);
process.stdout.write(JSON.stringify(answer), () => process.exit(0));

/** What most files need is loaded while the process waits; pdf.js is too large for that. */
async function loadSmallFormats(): Promise<void> {
  await Promise.all([
    import('./zip/zip-parts.ts'),
    import('./docx/read-docx.ts'),
    import('./html/read-html.ts'),
  ]);
}

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answerTo(file: {
  readonly name: string | null;
  readonly bytes: Uint8Array;
}): Promise<ReaderAnswer> {
  try {
    return { ok: true, value: await readDocument(file) };
  } catch (cause) {
    if (cause instanceof ReadRefusal) return { ok: false, code: cause.code, detail: cause.message };
    // A parser stumbled over the file: the process is not used again, so nothing else can be harmed.
    console.error(cause);
    return { ok: false, code: 'unreadable', detail: 'The file is damaged and cannot be read.' };
  }
}
