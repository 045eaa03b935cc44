/**
 * The headers of a delivery: `Svc-Signature` (docs/contract/webhooks.md#signature), and beside it those of Standard
 * Webhooks (https://www.standardwebhooks.com), for receivers that use its libraries. These read the secret as standard
 * base64, and ours is base64url without padding, so a receiver gives them `whsec_` and the rest with `-` replaced by
 * `+`, `_` by `/`, and one `=` at the end: 43 characters of 32 bytes lack exactly one.
 */
import { createHmac } from 'node:crypto';

/** An endpoint's secret as either scheme uses it. */
export interface SigningKeys {
  /** `whsec_…`, the text itself: what Svc-Signature is keyed with. */
  text: string;
  /** The 32 bytes that it spells: what Standard Webhooks is keyed with. */
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
 * For a day after a rotation there are several secrets, and a signature of each. The oldest stands first: a receiver
 * that reads one signature only is one that has not been given the new secret yet.
 * @param keys of every secret that signs, oldest first
 * @param body the very text that is sent
 * @param at the real time: receivers refuse what is 300 seconds off their clock
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
