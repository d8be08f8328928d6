import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { success } from '../../../domain/shared/refusal.ts';
import type { Answer, Endpoint } from '../exchange.ts';
import { page, pagePolicy, startScript, styleSheet } from './docs-page.ts';

const require = createRequire(import.meta.url);
const assetFolder = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The browsable description, with nothing loaded from elsewhere. */
export function docsEndpoints(): readonly Endpoint[] {
  return [
    fixed('/v1/docs', {
      contentType: 'text/html; charset=utf-8',
      body: page,
      headers: { 'Content-Security-Policy': pagePolicy, 'Referrer-Policy': 'no-referrer' },
    }),
    fixed('/v1/docs/start.js', {
      contentType: 'text/javascript; charset=utf-8',
      body: startScript,
    }),
    fixed('/v1/docs/page.css', { contentType: 'text/css; charset=utf-8', body: styleSheet }),
    ...Object.entries(files).map(([name, contentType]) => packagedFile(name, contentType)),
  ];
}

function fixed(path: string, answer: Answer): Endpoint {
  return { method: 'GET', path, handle: async () => success(answer) };
}

/** Read for each request: the page is opened rarely and its script is larger than it is worth keeping. */
function packagedFile(name: string, contentType: string): Endpoint {
  return {
    method: 'GET',
    path: `/v1/docs/${name}`,
    handle: async () => {
      const body = await readFile(join(assetFolder, name));
      return success({ contentType, body, headers: { 'Cache-Control': 'public, max-age=86400' } });
    },
  };
}
