import { z } from 'zod';
import type { StoredResponse } from '../../application/ports/idempotency-store.ts';

const responseSchema = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

export function encodeResponse(response: StoredResponse): string {
  return JSON.stringify(response);
}

export function decodeResponse(text: string): StoredResponse {
  return responseSchema.parse(JSON.parse(text));
}
