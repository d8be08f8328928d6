import type { Report } from '../../domain/checks/report.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Partial<Report> & {
    readonly code?: string;
    readonly detail?: string;
    readonly needed?: number;
  };
}

/** A plain client of the REST API. */
export interface RestClient {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  upload(
    path: string,
    file: Blob,
    options: { readonly name: string; readonly fields?: Record<string, string> },
  ): Promise<RestAnswer>;
  usage(): Promise<{ readonly plan: string; readonly credits: Record<string, number> }>;
}

export function restClient(url: () => string, key: string): RestClient {
  const authorization = `Bearer ${key}`;
  return {
    async post(path, body, headers = {}) {
      const response = await fetch(`${url()}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return answer(response);
    },
    async upload(path, file, { name, fields = {} }) {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.set(field, value);
      body.set('file', file, name);
      return answer(
        await fetch(`${url()}${path}`, { method: 'POST', headers: { authorization }, body }),
      );
    },
    async usage() {
      const response = await fetch(`${url()}/v1/usage`, { headers: { authorization } });
      return JSON.parse(await response.text());
    },
  };
}

async function answer(response: Response): Promise<RestAnswer> {
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()),
  };
}
