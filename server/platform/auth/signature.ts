/** The signing of requests (docs/contract/shared.md#signature). docs/signing.md says the same to integrators. */
import { createHash, createHmac, hash, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Seconds by which X-Svc-Timestamp may differ from our clock. */
export const TIMESTAMP_TOLERANCE = 300;

export interface SignedParts {
  /** Upper case, as on the wire. */
  method: string;
  /** The path as sent: percent-encoding untouched, without the query. */
  path: string;
  /** X-Svc-Timestamp as sent. */
  timestamp: string;
  /** The raw bytes; empty where there is no body. */
  body: Uint8Array;
  /** The header's value if it was sent, even an empty one. */
  idempotencyKey?: string | undefined;
}

/** The key that signs: the lower-case hex SHA-256 of the secret, used as ASCII bytes. */
export const signingKeyOf = (secret: string): string => createHash('sha256').update(secret, 'utf8').digest('hex');

const EMPTY_BODY_SHA256 = createHash('sha256').digest('hex');

/** Lines joined by a newline; no newline at the end. */
export function stringToSign(parts: SignedParts): string {
  const bodyHash = parts.body.length === 0 ? EMPTY_BODY_SHA256 : hash('sha256', parts.body);
  const lines = `${parts.method}\n${parts.path}\n${parts.timestamp}\n${bodyHash}`;
  return parts.idempotencyKey === undefined ? lines : `${lines}\n${parts.idempotencyKey}`;
}

/**
 * Returns the HMAC-SHA256 in lower-case hex. Header values are bytes that Node decodes as latin1, so they are signed in
 * that encoding.
 */
export const sign = (signingKey: KeyObject | string, parts: SignedParts): string =>
  createHmac('sha256', signingKey).update(stringToSign(parts), 'latin1').digest('hex');

const HEX_SIGNATURE = /^[0-9a-f]{64}$/i;

/** Compares in constant time; a text that is not 64 hex characters never matches. */
export function signatureMatches(signingKey: KeyObject | string, parts: SignedParts, given: string): boolean {
  const expected = createHmac('sha256', signingKey).update(stringToSign(parts), 'latin1').digest();
  const wellFormed = HEX_SIGNATURE.test(given);
  const received = wellFormed ? Buffer.from(given, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(expected, received) && wellFormed;
}

export interface AuthorizationHeader {
  keyId: string;
  signature: string;
}

const SCHEME = /^Svc-HMAC-SHA256[ \t]+([^ \t].*)$/i;

/** Parses the header, whose parts may have any order; `scope` is not checked. Null for a malformed header. */
export function parseAuthorization(header: string): AuthorizationHeader | null {
  const list = SCHEME.exec(header)?.[1];
  if (list === undefined) return null;
  const parts: Record<string, string> = {};
  for (const part of list.split(',')) {
    const at = part.indexOf('=');
    if (at > 0) parts[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  const { keyId, signature } = parts;
  return keyId && signature ? { keyId, signature } : null;
}

/** Checks whether X-Svc-Timestamp is an integer within the tolerance of the real clock, in seconds. */
export function timestampInRange(timestamp: string | undefined, nowSeconds: number): timestamp is string {
  return (
    timestamp !== undefined &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(Number(timestamp) - nowSeconds) <= TIMESTAMP_TOLERANCE
  );
}
