/** Security headers. Documents get a policy with a nonce (next.ts); the API answers with data that no page may run. */

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
};

/**
 * Headers of HTTPS only. Browsers ignore them without TLS, and an operator who tries Laris on localhost is not locked
 * out.
 */
const transport = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};

/** The headers of /api/v1 and of all other answers by Fastify. */
export const apiHeaders = (baseUrl: string): Record<string, string> => ({
  ...COMMON,
  ...transport(baseUrl),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});

/**
 * The content security policy of documents that Next renders. In development its hot reload needs eval and a socket.
 * @param stores origins of the upload stores, which the dashboard writes to and shows images from
 */
export function documentPolicy(nonce: string, dev: boolean, stores: readonly string[] = []): string {
  const elsewhere = stores.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // The style attribute cannot run anything; React and Mantine set it.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}${elsewhere}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const documentHeaders = (baseUrl: string): Record<string, string> => ({ ...COMMON, ...transport(baseUrl) });
