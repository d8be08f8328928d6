import type { Request } from 'express';
import { decodeUtf8 } from '../http/body/json-body.ts';
import { bytesSink, readBody } from '../http/body/read-body.ts';
import type { Exchange } from '../http/exchange.ts';

/** Fields of a form by name. */
export type Form = ReadonlyMap<string, string>;

export const noForm: Form = new Map();

/** An authenticator's answer is the largest thing that a form of ours sends. */
const maxBytes = 64 * 1024;
const limit = {
  maxBytes,
  code: 'text_too_long',
  detail: `a form has at most ${maxBytes} bytes`,
} as const;

/**
 * The form in a request; null when it is none, too large, or names a field twice: which of two values counts
 * is a question that forms of ours never ask.
 * @throws ClientGoneError
 */
export async function readForm(request: Request, exchange: Exchange): Promise<Form | null> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null;
  const body = await readBody(exchange, limit, bytesSink(request, limit));
  const text = body.ok ? decodeUtf8(body.value) : null;
  if (text === null) return null;
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) return null;
    form.set(name, value);
  }
  return form;
}
