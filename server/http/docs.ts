/** `/api/v1/openapi.json` and `/docs`, the reference page. Swagger UI is served from its package: no CDN is asked. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Services } from '@/server/context';
import { sendPublic, weakTag } from '@/server/http/public-answer';
import { openApiDocument } from '@/server/openapi/document';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Laris API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/theme.js"></script>
</head>
<body>
<header><a href="/">Laris</a><h1>API reference</h1></header>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

/**
 * A link inside of the button that opens an operation is a stop of the Tab key within a stop: the words alone do. What
 * Swagger UI leaves without a name gets one, and its headings their rank under ours.
 */
const SCRIPT = `const reference = document.getElementById('reference');
const WithoutInnerLinks = ({ React }) => ({ wrapComponents: { DeepLink: () => ({ text }) => React.createElement('span', null, text) } });
const set = (found, attributes) => { for (const element of reference.querySelectorAll(found)) for (const [name, of] of Object.entries(attributes)) if (!element.hasAttribute(name)) element.setAttribute(name, of(element)); };
const name = () => {
  set('select', { 'aria-label': (select) => select.closest('tr[data-param-name]')?.dataset.paramName ?? 'Content type' });
  set('.information-container', { role: () => 'region', 'aria-label': () => 'About the API' });
  set('table.responses-table', { 'aria-label': (table) => 'Responses: ' + table.id.replace(/_responses$/, '') });
  set('h3, h4, h5', { 'aria-level': (heading) => String(Number(heading.tagName.slice(1)) - 1) });
};
new MutationObserver(name).observe(reference, { childList: true, subtree: true });
SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false, supportedSubmitMethods: [], validatorUrl: null, plugins: [WithoutInnerLinks] });
`;

/** Before anything is painted: the theme that was chosen in the dashboard, else the system's. Swagger UI follows the class. */
const THEME = `const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = () => { try { return localStorage.getItem('mantine-color-scheme-value'); } catch { return null; } };
const draw = () => document.documentElement.classList.toggle('dark-mode', chosen() === 'dark' || (chosen() !== 'light' && system.matches));
draw();
system.addEventListener('change', draw);
`;

const STYLE = `:root { --page: #fff; --line: #eae8e5; --ink: #1c1a18; --ink-soft: #68635d; --accent: #0f766e; }
:root.dark-mode { --page: #181817; --line: #2e2d2a; --ink: #eceae7; --ink-soft: #a5a29d; --accent: #4fb0a3; color-scheme: dark; }
html, html.dark-mode body { background: var(--page); }
body { margin: 0; background: var(--page); }
header { display: flex; gap: 16px; align-items: baseline; padding: 16px 24px; border-bottom: 1px solid var(--line); font: 15px/1.5 system-ui, sans-serif; color: var(--ink-soft); }
header h1 { margin: 0; font: inherit; }
header a { color: var(--accent); font-weight: 650; font-size: 17px; text-decoration: none; }
#reference { max-width: 1200px; margin: 0 auto; }
.swagger-ui a.link, .swagger-ui .info .url, .swagger-ui .info a { color: var(--accent); }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small { background: #57534e; }
.swagger-ui .parameter__in, .swagger-ui .prop-format { color: var(--ink-soft); }
.swagger-ui .opblock .opblock-summary-method { background: #57534e; color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fa8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0f766e; }
.swagger-ui .opblock.opblock-put .opblock-summary-method, .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #92560a; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b42318; }
.swagger-ui pre.microlight { max-height: none !important; overflow: visible !important; white-space: pre-wrap; overflow-wrap: anywhere; }
.swagger-ui .topbar, .swagger-ui .scheme-container { display: none; }
@media (max-width: 640px) { .swagger-ui .opblock-summary-path { max-width: calc(100vw - 140px); word-break: break-word; } }
`;

/** Swagger UI sets style attributes and data: images; it runs nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function registerDocs(app: FastifyInstance, services: Services): void {
  const document = JSON.stringify(openApiDocument(services.settings.baseUrl));
  const tag = weakTag(document);
  app.get('/api/v1/openapi.json', (request, reply) =>
    sendPublic(request, reply, { tag, body: document, maxAge: undefined }),
  );

  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = new Map<string, { type: string; body: string | Buffer }>([
    ['page.js', { type: 'text/javascript; charset=utf-8', body: SCRIPT }],
    ['theme.js', { type: 'text/javascript; charset=utf-8', body: THEME }],
    ['page.css', { type: 'text/css; charset=utf-8', body: STYLE }],
  ]);
  for (const [name, type] of Object.entries(ASSETS))
    files.set(name, { type, body: readFileSync(path.join(folder, name)) });

  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  for (const [name, { type, body }] of files) {
    app.get(`/docs/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(body),
    );
  }
}
