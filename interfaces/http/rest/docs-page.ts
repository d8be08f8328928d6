/** The documentation page: data only. Everything comes from this host, and no script is inline. */

export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
<link rel="stylesheet" href="/v1/docs/page.css">
<link rel="icon" href="/v1/docs/favicon-32x32.png">
</head>
<body>
<main id="docs">The description document is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</main>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/start.js"></script>
</body>
</html>
`;

/** The policy lets the page talk to its own host only, whatever address the service goes by. */
export const startScript = `const ownServer = { url: location.origin + '/v1' };

SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ['get', 'post'],
  plugins: [
    {
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update) => (spec) => update({ ...spec, servers: [ownServer] }),
          },
        },
      },
    },
  ],
});
`;

/** No response has links, and the column for them pushes the rest off a phone. */
export const styleSheet = `body {
  margin: 0;
}
.swagger-ui .response-col_links {
  display: none;
}
.swagger-ui .response-col_description {
  overflow-wrap: anywhere;
}
.swagger-ui .headers td:last-child,
.swagger-ui .headers th:last-child {
  white-space: nowrap;
}
@media (max-width: 640px) {
  .swagger-ui .wrapper,
  .swagger-ui .opblock-body .opblock-section-header,
  .swagger-ui .opblock-body .parameters-container,
  .swagger-ui .opblock-body .opblock-description-wrapper,
  .swagger-ui .responses-inner {
    padding-left: 10px;
    padding-right: 10px;
  }
  .swagger-ui .opblock-summary .view-line-link {
    display: none;
  }
  .swagger-ui .response-col_status {
    min-width: 3em;
    width: 3em;
  }
}
`;
