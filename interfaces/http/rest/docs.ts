import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { success } from '../../../domain/shared/refusal.ts';
import type { Answer, Endpoint } from '../exchange.ts';

/** Everything comes from this host; the page runs no inline script. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
<link rel="icon" href="/v1/docs/favicon-32x32.png">
</head>
<body>
<div id="docs">The description document is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</div>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/start.js"></script>
</body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ['get', 'post'],
});
`;

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
      const body = await readFile(join(assetFolder(), name));
      return success({ contentType, body, headers: { 'Cache-Control': 'public, max-age=86400' } });
    },
  };
}

function assetFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
