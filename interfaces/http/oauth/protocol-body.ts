import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { parseHeaderValue } from '../body/header-value.ts';
import { decodeUtf8, parseJsonObject } from '../body/json-body.ts';
import { type BodyLimit, bytesSink, readBody } from '../body/read-body.ts';
import type { Exchange } from '../exchange.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** An assertion and a few addresses are all that a request of these protocols holds. */
const limit: BodyLimit = {
  maxBytes: 16 * 1024,
  code: 'text_too_long',
  detail: 'the body is larger than 16 kB',
};

/** A form without repeated parameters. Refuses with `bad_json` and `text_too_long`. */
export async function readForm(exchange: Exchange): Promise<Outcome<Parameters>> {
  const body = await readTyped(exchange, 'application/x-www-form-urlencoded');
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  if (text === null) return refused('bad_json', 'the body is not valid UTF-8');
  const parameters = readParameters(text);
  if (parameters.repeated.length > 0) {
    return refused('bad_json', 'expected each parameter once; only resource may be repeated');
  }
  return success(parameters);
}

/** A JSON object. Refuses with `bad_json`, `empty` and `text_too_long`. */
export async function readJson(exchange: Exchange): Promise<Outcome<object>> {
  const body = await readTyped(exchange, 'application/json');
  return body.ok ? parseJsonObject(body.value) : body;
}

async function readTyped(exchange: Exchange, type: string): Promise<Outcome<Buffer>> {
  const { request } = exchange;
  const given = parseHeaderValue(request.headers['content-type'] ?? '');
  if (given?.value !== type) return refused('bad_json', `expected the Content-Type ${type}`);
  return readBody(exchange, limit, bytesSink(request, limit));
}
