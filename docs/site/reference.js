/** The reference: Swagger UI over our document, which signs what is tried with a key that stays in this tab's memory. */
import { signedHeaders } from './signing.js';

const reference = document.getElementById('reference');
const form = document.getElementById('key');
const note = document.getElementById('key-note');

/** Never stored: gone with the tab. */
const key = () => ({ keyId: form.elements.keyId.value.trim(), secret: form.elements.secret.value.trim() });

form.addEventListener('submit', (event) => event.preventDefault());
/** Also what was typed before this was loaded. */
function tell() {
  const { keyId, secret } = key();
  if (!crypto.subtle) note.textContent = note.dataset.insecure;
  else note.textContent = keyId === '' || secret === '' ? note.dataset.none : note.dataset.ready;
}
form.addEventListener('input', tell);
tell();

/** Every call is signed anew, as it goes over the wire. Routes that need no key are sent without when there is none. */
async function sign(request) {
  const url = new URL(request.url, location.href);
  if (!url.pathname.startsWith('/api/v1/') || url.pathname === '/api/v1/openapi.json') return request;
  const { keyId, secret } = key();
  if (keyId === '' || secret === '' || !crypto.subtle) return request;
  const headers = await signedHeaders(
    { keyId, secret },
    {
      method: request.method,
      path: url.pathname,
      timestamp: String(Math.floor(Date.now() / 1000)),
      body: typeof request.body === 'string' ? request.body : '',
    },
  );
  const onBehalfOf = form.elements.onBehalfOf.value.trim();
  Object.assign(request.headers, headers, onBehalfOf === '' ? {} : { 'X-Svc-On-Behalf-Of': onBehalfOf });
  return request;
}

/** A link inside of the button that opens an operation is a stop of the Tab key within a stop: the words alone do. */
const WithoutInnerLinks = ({ React }) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** What Swagger UI leaves without a name gets one, and its headings their rank under ours. */
function name() {
  const set = (found, attributes) => {
    for (const element of reference.querySelectorAll(found))
      for (const [attribute, of] of Object.entries(attributes))
        if (!element.hasAttribute(attribute)) element.setAttribute(attribute, of(element));
  };
  set('select', {
    'aria-label': (select) => select.closest('tr[data-param-name]')?.dataset.paramName ?? 'Content type',
  });
  set('.filter-container', { role: () => 'search', 'aria-label': () => 'Routes' });
  set('.operation-filter-input', { 'aria-label': () => 'Filter by tag or path' });
  set('textarea', { 'aria-label': () => 'Body' });
  set('.information-container', { role: () => 'region', 'aria-label': () => 'About the API' });
  set('table.responses-table', { 'aria-label': (table) => `Responses: ${table.id.replace(/_responses$/, '')}` });
  set('h3, h4, h5', { 'aria-level': (heading) => String(Number(heading.tagName.slice(1)) - 1) });
}
new MutationObserver(name).observe(reference, { childList: true, subtree: true });

SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: false,
  requestInterceptor: sign,
  validatorUrl: null,
  plugins: [WithoutInnerLinks],
});
