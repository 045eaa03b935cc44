/** The signature of a request (docs/signing.md), with Web Crypto, which Node, Deno, Bun and the edge all have. */

const encoder = new TextEncoder();

// Node 18 has it as a module only, which bundlers for other platforms are not to look for.
const NODE_MODULE = ['node', 'crypto'].join(':');
const webCrypto: Promise<Crypto> =
  'crypto' in globalThis
    ? Promise.resolve(globalThis.crypto)
    : (import(NODE_MODULE) as Promise<{ webcrypto: Crypto }>).then(({ webcrypto }) => webcrypto);

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (text: string): Promise<string> =>
  hex(await (await webCrypto).subtle.digest('SHA-256', encoder.encode(text)));

const hmacKey = async (secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> =>
  (await webCrypto).subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);

/** The data that a signature is made over. */
export interface Signed {
  /** In upper case. */
  method: string;
  /** As it goes over the wire, from `/api/v1` on, without the query. */
  path: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** The very text that is sent; empty without a body. */
  body: string;
  idempotencyKey?: string | undefined;
}

/** @returns the four lines, or five, that are signed */
export async function stringToSign({ method, path, timestamp, body, idempotencyKey }: Signed): Promise<string> {
  const lines = [method, path, String(timestamp), await sha256(body)];
  // An empty header counts as sent.
  if (idempotencyKey !== undefined) lines.push(idempotencyKey);
  return lines.join('\n');
}

/** Signs with one key, whose secret is prepared once. */
export class Signer {
  readonly #keyId: string;
  readonly #key: Promise<CryptoKey>;

  constructor({ keyId, secret }: { keyId: string; secret: string }) {
    this.#keyId = keyId;
    // The key is the text of the hash (64 ASCII bytes), not the 32 bytes that it stands for.
    this.#key = sha256(secret).then((text) => hmacKey(text, 'sign'));
    // A platform without Web Crypto is reported by the first call.
    this.#key.catch(() => undefined);
  }

  /** @returns the headers that make a request signed */
  async headers(request: Signed): Promise<Record<string, string>> {
    const text = encoder.encode(await stringToSign(request));
    const signature = hex(await (await webCrypto).subtle.sign('HMAC', await this.#key, text));
    return {
      authorization: `Svc-HMAC-SHA256 keyId=${this.#keyId}, scope=*, signature=${signature}`,
      'x-svc-timestamp': String(request.timestamp),
      ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    };
  }
}

/** Compares in constant time. @param signature in hex @returns false for anything that is no signature */
export async function isSignatureOf(secret: string, text: string, signature: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(signature.slice(2 * at, 2 * at + 2), 16));
  return (await webCrypto).subtle.verify('HMAC', await hmacKey(secret, 'verify'), bytes, encoder.encode(text));
}
