import { closeSync, openSync } from 'node:fs';
import { createDocumentReader } from '../../../infrastructure/documents/document-reader.ts';

/** Run with few descriptors to spare: reads a file with, without and again with some, and says how that went. */
const reader = createDocumentReader();
const read = (): Promise<string> =>
  reader.read({ name: 'a.txt', bytes: Buffer.from('Call me Ishmael.') }).then(
    (outcome) => (outcome.ok ? 'read' : outcome.refusal.code),
    (error: unknown) => (error instanceof Error ? error.name : 'failed'),
  );

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  // That was the last one.
}
// The first has a process that was started when there were descriptors.
const answers = [await read(), await read()];
for (const descriptor of taken) closeSync(descriptor);
answers.push(await read());
process.stdout.write(JSON.stringify(answers));
await reader.close();
