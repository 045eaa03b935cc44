/** Signs requests as a client would (docs/signing.md), for tests and benchmarks. */
import { sign, signingKeyOf } from '@/server/platform/auth/signature';

export interface TestKey {
  keyId: string;
  secret: string;
}

export interface SignOptions {
  method: string;
  /** Path and query as sent. */
  url: string;
  body?: string | Buffer | undefined;
  timestamp?: number | string | undefined;
  idempotencyKey?: string | undefined;
  onBehalfOf?: string | undefined;
}

/** The headers that make a request a signed one. */
export function signedHeaders(key: TestKey, options: SignOptions): Record<string, string> {
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
  const path = options.url.split('?')[0] ?? '';
  const body = Buffer.isBuffer(options.body) ? options.body : Buffer.from(options.body ?? '');
  const signature = sign(signingKeyOf(key.secret), {
    method: options.method,
    path,
    timestamp,
    body,
    idempotencyKey: options.idempotencyKey,
  });
  return {
    authorization: `Svc-HMAC-SHA256 keyId=${key.keyId}, scope=*, signature=${signature}`,
    'x-svc-timestamp': timestamp,
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    ...(options.onBehalfOf === undefined ? {} : { 'x-svc-on-behalf-of': options.onBehalfOf }),
  };
}
