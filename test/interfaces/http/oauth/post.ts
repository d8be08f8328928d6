import type { Reply } from '../start-app.ts';

interface Base {
  readonly base: string;
}

type Fields = string | Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A form without any credential beside it. */
export function postForm({ base }: Base, path: string, fields: Fields): Promise<Reply> {
  return post(`${base}${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof fields === 'string' ? fields : encoded(fields),
  });
}

export function postJson({ base }: Base, path: string, body: unknown): Promise<Reply> {
  return post(`${base}${path}`, {
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function post(address: string, init: RequestInit): Promise<Reply> {
  return replyOf(await fetch(address, { method: 'POST', redirect: 'manual', ...init }));
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: objectOf(text) };
}

function encoded(fields: Exclude<Fields, string>): string {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const parameters = new URLSearchParams();
  for (const [name, value] of pairs) parameters.append(name, value);
  return parameters.toString();
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
