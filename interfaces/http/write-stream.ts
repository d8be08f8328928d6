import type { ServerResponse } from 'node:http';

/**
 * Writes a stream as it comes. A client that has gone does not end it: what it reads from may have to finish
 * its work, and whoever wants it to stop tells it so in another way.
 */
export async function writeStream(
  response: ServerResponse,
  stream: ReadableStream<Uint8Array>,
): Promise<void> {
  for await (const chunk of stream) {
    if (response.destroyed) continue;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
