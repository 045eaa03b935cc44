/** A signed request as a shell command that works as pasted (docs/signing.md). */

export interface SignedRequest {
  /** The origin of the API: `https://laris.example`. */
  origin: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** From `/api/v1` on, without the query. */
  path: `/api/v1/${string}`;
  /** Without the question mark. */
  query?: string;
  body?: unknown;
  keyId: string;
  /** The secret, or words that say where it belongs. */
  secret: string;
}

/** One word for the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function signedCurl({ origin, method, path, query, body, keyId, secret }: SignedRequest): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `export LARIS_KEY_ID=${quoted(keyId)}`,
    `export LARIS_SECRET=${quoted(secret)}`,
    `METHOD=${method} URL_PATH=${quoted(path)} TS=$(date +%s)`,
    `BODY=${quoted(json)}`,
    `sha() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }`,
    `SIGNATURE=$(printf '%s\\n%s\\n%s\\n%s' "$METHOD" "$URL_PATH" "$TS" "$(printf %s "$BODY" | sha)" \\`,
    `  | openssl dgst -sha256 -hmac "$(printf %s "$LARIS_SECRET" | sha)" | sed 's/^.* //')`,
    `curl -sS -X "$METHOD" ${quoted(origin)}"$URL_PATH"${query ? quoted(`?${query}`) : ''} \\`,
    `  -H "Authorization: Svc-HMAC-SHA256 keyId=$LARIS_KEY_ID, scope=*, signature=$SIGNATURE" \\`,
    `  -H "X-Svc-Timestamp: $TS"${body === undefined ? '' : ` -H 'Content-Type: application/json' \\`}`,
    ...(body === undefined ? [] : [`  --data-raw "$BODY"`]),
  ];
  return `${lines.join('\n')}\n`;
}
