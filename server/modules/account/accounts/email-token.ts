/**
 * The token of a link that proves an e-mail, a new one or that of a sign-up: who, until when, which address, signed
 * over the address that the person has and the password of the time, so that another of either voids it.
 */
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

interface Said {
  userId: string;
  until: Date;
  /** The new one. */
  email: string;
}

/** The data that the person signs in with as the link is made. */
export interface SignsInWith {
  email: string;
  passwordHash: string | null;
}

export interface EmailLink extends Said {
  /** Known once it is spent. */
  signature: string;
  /** Checks whether we made it, for a person who signs in with this. */
  isOurs(appSecret: string, present: SignsInWith): boolean;
}

const signed = (appSecret: string, { userId, until, email }: Said, present: SignsInWith): Signed => ({
  key: deriveKey(appSecret, 'email-link'),
  text: JSON.stringify([userId, until.getTime(), email, present.email, present.passwordHash]),
  encoding: 'base64url',
});

/** @param from what the new e-mail replaces, and the password */
export const emailToken = (appSecret: string, said: Said, from: SignsInWith): string =>
  [
    said.userId,
    String(said.until.getTime()),
    Buffer.from(said.email).toString('base64url'),
    signToken(signed(appSecret, said, from)),
  ].join('.');

/** The page behind the link of the mail. */
export const confirmAddress = ({ baseUrl }: { baseUrl: string }, token: string): string =>
  `${baseUrl}/confirm-email/${token}`;

/** Returns the content of a token, from any maker; null when it says nothing. */
export function emailLink(token: string): EmailLink | null {
  const match = /^(c[0-9a-f]{24})\.(\d{13})\.([\w-]{1,400})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, userId = '', until = '', email = '', signature = ''] = match;
  const said = { userId, until: new Date(Number(until)), email: Buffer.from(email, 'base64url').toString('utf8') };
  return { ...said, signature, isOurs: (appSecret, present) => isToken(signature, signed(appSecret, said, present)) };
}
