import type { z } from 'zod';
import { maxTextCodePoints } from '../../../domain/checks/limits.ts';
import type { CheckRequest, CheckSelection } from '../../../domain/checks/request.ts';
import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { parseHeaderValue } from '../body/header-value.ts';
import { parseJsonObject } from '../body/json-body.ts';
import { bytesSink, readBody } from '../body/read-body.ts';
import type { Exchange } from '../exchange.ts';
import { type CheckWish, refusedIssues } from './check-wish.ts';
import { decodeForm } from './decode-form.ts';
import { type CheckRoute, jsonBodies } from './request-schemas.ts';

/** JSON may write a code point as `\uXXXX\uXXXX`, 12 bytes; the rest is room for other members. */
export const maxJsonBytes = 12 * maxTextCodePoints + 65_536;
const tooLong = `the text is longer than ${maxTextCodePoints} characters`;

/** Reads the body of a check endpoint as a request, or says what is wrong with it. */
export async function decodeCheck(
  exchange: Exchange,
  route: CheckRoute,
): Promise<Outcome<CheckRequest>> {
  const wish = await decodeWish(exchange, route);
  if (!wish.ok) return wish;
  const { source, ui_lang: uiLanguage = 'en', store = false } = wish.value;
  const checks = selectionOf(route, wish.value.checks);
  return success({ source, checks, uiLanguage, store });
}

function decodeWish(exchange: Exchange, route: CheckRoute): Promise<Outcome<CheckWish>> {
  const { headers } = exchange.request;
  const type = parseHeaderValue(headers['content-type'] ?? '');
  if (type?.value === 'application/json') {
    const charset = type.parameters.get('charset')?.toLowerCase() ?? 'utf-8';
    if (charset === 'utf-8' || charset === 'utf8') return decodeJson(exchange, route);
    return Promise.resolve(refused('unsupported_type', 'JSON is read as UTF-8 only'));
  }
  if (type?.value === 'multipart/form-data') {
    return decodeForm(exchange, route, type.parameters.get('boundary') ?? '');
  }
  const isBodyless =
    headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isBodyless) return Promise.resolve(refused('empty', 'the request has no body'));
  const expected = 'expected the Content-Type application/json or multipart/form-data';
  return Promise.resolve(refused('unsupported_type', expected));
}

async function decodeJson(exchange: Exchange, route: CheckRoute): Promise<Outcome<CheckWish>> {
  const limit = { maxBytes: maxJsonBytes, code: 'text_too_long', detail: tooLong } as const;
  const bytes = await readBody(exchange, limit, bytesSink(exchange.request, limit));
  if (!bytes.ok) return bytes;
  const value = parseJsonObject(bytes.value);
  if (!value.ok) return value;
  const parsed = parseJsonBody(route, value.value);
  if (!parsed.success) return refusedIssues(parsed.error.issues, value.value);
  const { text, checks, deep, ui_lang, store } = parsed.data;
  return success({
    source: { kind: 'text', text },
    checks: { ...checks, deep: checks?.deep ?? deep },
    ui_lang,
    store,
  });
}

interface JsonWish extends Omit<CheckWish, 'source' | 'checks'> {
  readonly text: string;
  readonly checks?: CheckWish['checks'] | undefined;
  readonly deep?: boolean | undefined;
}

function parseJsonBody(route: CheckRoute, value: object): z.ZodSafeParseResult<JsonWish> {
  return jsonBodies[route].safeParse(value);
}

/** `/analyze` takes the caller's selection, a shortcut its own. */
function selectionOf(route: CheckRoute, checks: CheckWish['checks']): CheckSelection {
  const { ai = true, grammar = false, plagiarism = false, deep = false } = checks;
  switch (route) {
    case 'analyze':
      return { ai, grammar, plagiarism, deep };
    case 'detect':
      return { ai: true, grammar: false, plagiarism: false, deep };
    case 'grammar':
      return { ai: false, grammar: true, plagiarism: false, deep: false };
    case 'plagiarism':
      return { ai: false, grammar: false, plagiarism: true, deep: false };
  }
}
