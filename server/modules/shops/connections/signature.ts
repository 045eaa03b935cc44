/**
 * Verifies the signature of a shop's call, which has the form of our own deliveries
 * (docs/contract/webhooks.md#signature).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'svc-signature';

/** The seconds by which a shop's clock may differ. */
const TOLERANCE_S = 300;

/**
 * @param header `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` with the secret's text as key
 * @param at the real time of arrival
 */
export function isSigned(secret: string, header: string | undefined, body: Buffer, at: Date): boolean {
  const [, seconds = '', signature = ''] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (seconds === '' || Math.abs(at.getTime() / 1000 - Number(seconds)) > TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
