import type { z } from 'zod';
import { maxFileBytes, maxTextCodePoints } from '../../../domain/checks/limits.ts';
import type { CheckSelection, CheckSource } from '../../../domain/checks/request.ts';
import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { decodeUtf8 } from '../body/json-body.ts';
import { type FormPart, formSink } from '../body/multipart.ts';
import { type BodyLimit, readBody } from '../body/read-body.ts';
import type { Exchange } from '../exchange.ts';
import { type CheckWish, refusedIssues } from './check-wish.ts';
import { type CheckRoute, formBodies } from './request-schemas.ts';

const fileLimit: BodyLimit = {
  maxBytes: maxFileBytes,
  code: 'file_too_large',
  detail: `the file is larger than ${maxFileBytes} bytes`,
};
/** UTF-8 takes at most 4 bytes for a code point; no other field comes near a text. */
const fieldLimit: BodyLimit = {
  maxBytes: 4 * maxTextCodePoints,
  code: 'text_too_long',
  detail: `the text is longer than ${maxTextCodePoints} characters`,
};
/** A file and, beside it, a text (which is then refused by name), headers and flags. */
const formLimit: BodyLimit = {
  ...fileLimit,
  maxBytes: fileLimit.maxBytes + fieldLimit.maxBytes + 65_536,
};

/** Reads a `multipart/form-data` body (RFC 7578). */
export async function decodeForm(
  exchange: Exchange,
  route: CheckRoute,
  boundary: string,
): Promise<Outcome<CheckWish>> {
  // RFC 2046 5.1.1: 1 to 70 characters.
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary)) {
    return refused('bad_json', 'the Content-Type of the form names no usable boundary');
  }
  const limitOf = (name: string) => (name === 'file' ? fileLimit : fieldLimit);
  const parts = await readBody(exchange, formLimit, formSink({ boundary, limitOf }));
  if (!parts.ok) return parts;
  const form = sortParts(parts.value);
  return form.ok ? wishOf(route, form.value) : form;
}

interface Form {
  readonly file: FormPart | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** Only the parts that mean something; twice the same one has no meaning. */
function sortParts(parts: readonly FormPart[]): Outcome<Form> {
  let file: FormPart | null = null;
  const fields: Record<string, string> = {};
  for (const part of parts) {
    if (part.name === 'file') {
      if (file !== null) return refused('bad_json', 'expected one part "file", got a second one');
      file = part;
    } else if (knownFields.has(part.name)) {
      if (part.name in fields)
        return refused('bad_json', `expected one part "${part.name}", got a second one`);
      const value = fieldText(part);
      if (!value.ok) return value;
      fields[part.name] = value.value;
    } else if (part.fileName !== null) {
      return refused('bad_json', 'expected a file in the part "file" only');
    }
  }
  return success({ file, fields });
}

const knownFields: ReadonlySet<string> = new Set(
  Object.keys(formBodies.analyze.shape).filter((name) => name !== 'file'),
);

function fieldText(part: FormPart): Outcome<string> {
  if (part.charset !== null && !['utf-8', 'utf8', 'us-ascii'].includes(part.charset)) {
    return refused('unsupported_type', `the part "${part.name}" is read as UTF-8 only`);
  }
  const text = decodeUtf8(part.bytes);
  return text === null
    ? refused('bad_json', `the part "${part.name}" is not valid UTF-8`)
    : success(text);
}

function wishOf(route: CheckRoute, { file, fields }: Form): Outcome<CheckWish> {
  const parsed = parseFields(route, fields);
  if (!parsed.success) return refusedIssues(parsed.error.issues, fields);
  const source = sourceOf(file, fields.text);
  if (!source.ok) return source;
  const { ai, grammar, plagiarism, deep, ui_lang, store } = parsed.data;
  const checks = { ai, grammar, plagiarism, deep };
  return success({ source: source.value, checks, ui_lang, store });
}

type FormWish = Omit<CheckWish, 'source' | 'checks'> & {
  readonly [check in keyof CheckSelection]?: boolean | undefined;
};

function parseFields(route: CheckRoute, fields: Form['fields']): z.ZodSafeParseResult<FormWish> {
  return formBodies[route].safeParse(fields);
}

function sourceOf(file: FormPart | null, text: string | undefined): Outcome<CheckSource> {
  // A browser sends an empty part without a name for a file input that was left alone.
  const isUnchosen = file !== null && file.fileName === null && file.bytes.length === 0;
  if (file === null || isUnchosen) return success({ kind: 'text', text: text ?? '' });
  if (text !== undefined && text !== '') {
    return refused('bad_json', 'the form has both "text" and "file"; send one of them');
  }
  return success({ kind: 'file', name: file.fileName, bytes: file.bytes });
}
