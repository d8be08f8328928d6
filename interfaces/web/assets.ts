import { createHash } from 'node:crypto';
import { success } from '../../domain/shared/refusal.ts';
import type { Endpoint } from '../http/exchange.ts';
import { passkeyScript } from './passkey-script.ts';
import { styleSheet } from './style-sheet.ts';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c55"/><path d="M9 24 16 7l7 17M11.6 18h8.8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const files = [
  asset('style', 'css', { contentType: 'text/css; charset=utf-8', body: styleSheet }),
  asset('passkeys', 'js', { contentType: 'text/javascript; charset=utf-8', body: passkeyScript }),
  asset('icon', 'svg', { contentType: 'image/svg+xml', body: icon }),
] as const;

const [style, script, image] = files;

/** Where the files lie that pages are made with. */
export const assets = { style: style.path, script: script.path, icon: image.path } as const;

/** Their names say what is in them, so that a browser may keep them for good. */
export function assetEndpoints(): readonly Endpoint[] {
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  return files.map(({ path, contentType, body }) => ({
    method: 'GET' as const,
    path,
    handle: async () => success({ contentType, body, headers }),
  }));
}

function asset<Content extends { readonly body: string }>(
  name: string,
  extension: string,
  content: Content,
) {
  const digest = createHash('sha256').update(content.body).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${digest}.${extension}`, ...content };
}
