import { setTimeout as pause } from 'node:timers/promises';
import type { RestAnswer, RestClient } from './rest-client.ts';

export interface UnderWay {
  readonly answer: Promise<RestAnswer>;
}

/** Sends a text to the grammar check, and resolves once credits are held for it. */
export async function underWay(client: RestClient, text: string): Promise<UnderWay> {
  const before = (await client.usage()).credits.remaining;
  const answer = client.post('/v1/grammar', { text });
  // The demo account's key is good for 60 requests a minute.
  do await pause(300);
  while ((await client.usage()).credits.remaining === before);
  return { answer };
}
