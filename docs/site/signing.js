/**
 * The signature of a request in the browser (docs/signing.md), and what is wrong with one. Web Crypto does the work; nothing
 * is sent anywhere.
 */

const encoder = new TextEncoder();
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {string | Uint8Array} data @returns {Promise<string>} in lower case hex */
export const sha256 = async (data) =>
  hex(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? encoder.encode(data) : data));

/** @param {string | Uint8Array} key @param {string} text @returns {Promise<string>} in lower case hex */
export async function hmac(key, text) {
  const bytes = typeof key === 'string' ? encoder.encode(key) : key;
  const imported = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path as it goes over the wire, without the query
 * @property {string} timestamp
 * @property {string} body
 * @property {string} [idempotencyKey] undefined: not sent
 */

/** The lines that are signed, each with its name. @param {Request} request @returns {Promise<{ name: string, value: string }[]>} */
export async function linesOf({ method, path, timestamp, body, idempotencyKey }) {
  return [
    { name: 'method', value: method.toUpperCase() },
    { name: 'path', value: path },
    { name: 'timestamp', value: timestamp },
    { name: 'body hash', value: await sha256(body) },
    ...(idempotencyKey === undefined ? [] : [{ name: 'Idempotency-Key', value: idempotencyKey }]),
  ];
}

const joined = (lines) => lines.map(({ value }) => value).join('\n');

/** @param {Request} request @returns {Promise<string>} */
export const stringToSign = async (request) => joined(await linesOf(request));

/** @param {string} secret @param {string} text @returns {Promise<string>} */
export const signatureOf = async (secret, text) => hmac(await sha256(secret), text);

/**
 * The headers of a signed request.
 * @param {{ keyId: string, secret: string }} key
 * @param {Request} request
 */
export async function signedHeaders(key, request) {
  const signature = await signatureOf(key.secret, await stringToSign(request));
  return {
    Authorization: `Svc-HMAC-SHA256 keyId=${key.keyId}, scope=*, signature=${signature}`,
    'X-Svc-Timestamp': request.timestamp,
  };
}

const tidy = (json) => {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return undefined;
  }
};
const pretty = (json) => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return undefined;
  }
};

/** Mistakes that people make, each as what would have been signed by it. */
async function mistakes(request, query) {
  const { path, body, timestamp, method, idempotencyKey } = request;
  const from = (change) => stringToSign({ ...request, ...change });
  const right = await stringToSign(request);
  const lines = (await linesOf(request)).map(({ value }) => value);
  const decoded = (() => {
    try {
      return decodeURIComponent(path);
    } catch {
      return undefined;
    }
  })();
  const list = [
    [
      'The query was signed with the path. Sign the path alone.',
      query === '' ? undefined : await from({ path: path + query }),
    ],
    ['The host was signed with the path. Begin at /api/v1.', await from({ path: `${location.origin}${path}` })],
    ['The path was signed without /api/v1.', await from({ path: path.replace(/^\/api\/v1/, '') })],
    ['A slash was added at the end of the path.', await from({ path: `${path}/` })],
    [
      'The path was decoded before it was signed. Sign it as it is sent.',
      decoded && decoded !== path ? await from({ path: decoded }) : undefined,
    ],
    ['The path was encoded twice.', await from({ path: path.replaceAll('%', '%25') })],
    ['The method was signed in lower case.', right.replace(method.toUpperCase(), method.toLowerCase())],
    ['The timestamp was signed in milliseconds.', await from({ timestamp: `${timestamp}000` })],
    ['The body was serialised again: signed without blanks, sent with them.', await from({ body: tidy(body) ?? body })],
    [
      'The body was serialised again: signed with line breaks, sent without.',
      await from({ body: pretty(body) ?? body }),
    ],
    ['A newline at the end of the body was signed and not sent.', await from({ body: `${body}\n` })],
    ['A newline at the end of the body was sent and not signed.', await from({ body: body.replace(/\n$/, '') })],
    [
      'The body itself stands in the string, in place of its hash.',
      lines.map((value, at) => (at === 3 ? body : value)).join('\n'),
    ],
    [
      'The hash of the body is left out, as if there were none.',
      [...lines.slice(0, 3), '', ...lines.slice(4)].join('\n'),
    ],
    [
      'The hash of the body is in upper case.',
      lines.map((value, at) => (at === 3 ? value.toUpperCase() : value)).join('\n'),
    ],
    ['The string to sign ends with a newline.', `${right}\n`],
    ['The lines end with \\r\\n.', lines.join('\r\n')],
    ['The lines are joined without newlines.', lines.join('')],
    [
      'The Idempotency-Key was sent and not signed.',
      idempotencyKey === undefined ? undefined : await from({ idempotencyKey: undefined }),
    ],
    ['An empty Idempotency-Key was signed and not sent.', idempotencyKey === undefined ? `${right}\n` : undefined],
  ];
  return list.filter(([, text]) => text !== undefined && text !== right);
}

/**
 * Compares a signature with the one that the server expects, and finds the mistake that made it where it is a known one.
 * @param {{ secret: string, request: Request, query: string, signature: string }} given
 * @returns {Promise<{ verdict: 'right' | 'known' | 'unknown' | 'malformed', what: string | undefined, expected: string }>}
 */
export async function diagnose({ secret, request, query, signature }) {
  const text = await stringToSign(request);
  const expected = await signatureOf(secret, text);
  const told = signature.trim();
  if (told === expected) return { verdict: 'right', what: undefined, expected };
  if (told.toLowerCase() === expected)
    return { verdict: 'known', what: 'The signature is in upper case. Send it in lower case.', expected };
  const hashed = await sha256(secret);
  const keys = [
    ['The HMAC was made with the secret itself. Its key is the hex SHA-256 of the secret, as text.', secret],
    ['The HMAC was made with the 32 bytes of the hash. Its key is the hash as text, 64 characters.', fromHex(hashed)],
    ['The secret lacks its beginning svcs_.', await sha256(secret.replace(/^svcs_/, ''))],
    ['The secret was read with a newline at its end.', await sha256(`${secret}\n`)],
    ['The secret was read with quotes around it.', await sha256(`"${secret}"`)],
  ];
  for (const [what, key] of keys)
    if ((await hmac(key, text)) === told.toLowerCase()) return { verdict: 'known', what, expected };
  for (const [what, wrong] of await mistakes(request, query))
    if ((await hmac(hashed, wrong)) === told.toLowerCase()) return { verdict: 'known', what, expected };
  if ((await sha256(text)) === told.toLowerCase())
    return {
      verdict: 'known',
      what: 'This is the SHA-256 of the string, without a key. It has to be an HMAC.',
      expected,
    };
  if (!/^[0-9a-f]{64}$/i.test(told))
    return {
      verdict: 'malformed',
      what: 'A signature is 64 characters of 0 to 9 and a to f. Base64 is not taken.',
      expected,
    };
  return { verdict: 'unknown', what: undefined, expected };
}

/**
 * Line by line: what your code signs, and what the server does.
 * @param {Request} request
 * @param {string} yours
 * @returns {Promise<{ name: string, expected: string, yours: string | undefined, same: boolean }[]>}
 */
export async function compare(request, yours) {
  const expected = await linesOf(request);
  const lines = yours.split('\n');
  const rows = expected.map(({ name, value }, at) => ({
    name,
    expected: value,
    yours: lines[at],
    same: lines[at] === value,
  }));
  for (const extra of lines.slice(expected.length))
    rows.push({ name: 'one line too many', expected: '', yours: extra, same: false });
  return rows;
}
