/**
 * Codes of an authenticator app: TOTP (RFC 6238) with the options that every app supports: HMAC-SHA-1, six digits, 30
 * seconds. A code belongs to a step of 30 seconds since 1970. The caller makes sure that each step is used once.
 */
import { randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import { sameText } from '@/server/platform/lib/signed-token';

const PERIOD_SECONDS = 30;
const FORM = { algorithm: 'SHA1', digits: 6 };
/**
 * The number of steps before and after the present one that are accepted: a phone's clock may be off, and typing takes
 * time.
 */
const DRIFT = 1;
/** The bytes of a secret: the length of SHA-1's output, which RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Copies the secret, because a Buffer may be a part of a larger one. */
const sharedSecret = (secret: Buffer): Secret => new Secret({ buffer: Uint8Array.from(secret).buffer });

/** The step that a moment belongs to. */
export const stepAt = (now: Date): number => TOTP.counter({ timestamp: now.getTime(), period: PERIOD_SECONDS });

/** Six digits. */
export const codeOf = (secret: Buffer, step: number): string =>
  HOTP.generate({ secret: sharedSecret(secret), counter: step, ...FORM });

/**
 * Returns the step of a code, among the present step and its neighbours; null for a wrong code. The library compares
 * without excluding used steps and stops at the first match, so this passes each step's time.
 * @param after this step and earlier ones are used: RFC 6238 accepts no code twice
 */
export function stepOf(secret: Buffer, code: string, now: Date, after: number | null): number | null {
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1)
    if (sameText(code, codeOf(secret, step)) && (after === null || step > after)) found ??= step;
  return found;
}

/** Writes a secret as apps read it: base32 without padding. */
export const base32 = (bytes: Buffer): string => sharedSecret(bytes).base32;

/** Returns the text that an app's camera reads (the “Key URI Format” of Google Authenticator). */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=${FORM.algorithm}&digits=${FORM.digits}&period=${PERIOD_SECONDS}`;
}
