/**
 * The headers of a delivery: `Svc-Signature` (docs/contract/webhooks.md#signature), and the headers of Standard
 * Webhooks (https://www.standardwebhooks.com), for receivers that use its libraries. These libraries read the secret as
 * standard base64, while ours is base64url without padding. So a receiver passes `whsec_` and the rest with `-`
 * replaced by `+`, `_` by `/`, and one `=` at the end: 43 characters of 32 bytes lack exactly one.
 */
import { createHmac } from 'node:crypto';

/** An endpoint's secret in the form of either scheme. */
export interface SigningKeys {
  /** `whsec_…`, the text itself: what Svc-Signature is keyed with. */
  text: string;
  /** The 32 bytes that the text encodes: the key of Standard Webhooks. */
  bytes: Buffer;
}

const PREFIX = 'whsec_';

export const signingKeys = (secret: string): SigningKeys => ({
  text: secret,
  bytes: Buffer.from(secret.slice(PREFIX.length), 'base64url'),
});

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text, 'utf8').digest(encoding);

/**
 * Returns the headers. For a day after a rotation there are several secrets, and one signature for each. The oldest
 * comes first, because a receiver that reads only one signature does not have the new secret yet.
 * @param keys keys of all secrets that sign, oldest first
 * @param body the exact text that is sent
 * @param at the real time: receivers refuse a time that differs by 300 seconds
 */
export function signedHeaders(
  keys: readonly SigningKeys[],
  { eventId, body, at }: { eventId: string; body: string; at: Date },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    'svc-signature': [`t=${seconds}`, ...keys.map(({ text }) => `v1=${hmac(text, `${seconds}.${body}`, 'hex')}`)].join(
      ',',
    ),
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys
      .map(({ bytes }) => `v1,${hmac(bytes, `${eventId}.${seconds}.${body}`, 'base64')}`)
      .join(' '),
  };
}
