/**
 * Codes of an authenticator app: TOTP (RFC 6238) with what every app understands, HMAC-SHA-1, six digits, 30 seconds.
 * A code belongs to a step of 30 seconds since 1970. That each step is taken once is the caller's to keep.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps to each side of the present one: a phone's clock may be off, and a code is typed for a while. */
const DRIFT = 1;
/** As long as SHA-1's output, which RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** RFC 4648 base32. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The step that a moment belongs to. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** Six digits. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is, among the present one and its neighbours; null when it is none of theirs.
 * @param after steps up to this one are over: RFC 6238 takes no code twice
 */
export function stepOf(secret: Buffer, code: string, now: Date, after: number | null): number | null {
  const given = Buffer.from(code);
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected) && (after === null || step > after))
      found ??= step;
  }
  return found;
}

/** As apps take it: base32 without padding. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

/** What an app's camera reads (the “Key URI Format” of Google Authenticator). */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
