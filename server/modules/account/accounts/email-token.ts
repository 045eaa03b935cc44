/**
 * The token of a link that proves an e-mail, at a change or after a sign-up: person, expiry and address. The signature
 * covers the person's current e-mail and password, so a change of either voids the link.
 */
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

interface Said {
  userId: string;
  until: Date;
  /** The address to prove. */
  email: string;
}

/** The person's e-mail and password when the link was made. */
export interface SignsInWith {
  email: string;
  passwordHash: string | null;
}

export interface EmailLink extends Said {
  /** The signature identifies the token once it is used. */
  signature: string;
  /** Checks whether we made the token, for a person with these sign-in data. */
  isOurs(appSecret: string, present: SignsInWith): boolean;
}

const signed = (appSecret: string, { userId, until, email }: Said, present: SignsInWith): Signed => ({
  key: deriveKey(appSecret, 'email-link'),
  text: JSON.stringify([userId, until.getTime(), email, present.email, present.passwordHash]),
  encoding: 'base64url',
});

/** @param from the e-mail that the new one replaces, and the password's hash */
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

/** Parses a token without checking its signature; null when the text is no token. */
export function emailLink(token: string): EmailLink | null {
  const match = /^(c[0-9a-f]{24})\.(\d{13})\.([\w-]{1,400})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, userId = '', until = '', email = '', signature = ''] = match;
  const said = { userId, until: new Date(Number(until)), email: Buffer.from(email, 'base64url').toString('utf8') };
  return { ...said, signature, isOurs: (appSecret, present) => isToken(signature, signed(appSecret, said, present)) };
}
