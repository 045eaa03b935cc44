/** The token of a link to a new e-mail: who, until when, which address, signed over the address that it replaces. */
import { deriveKey } from '@/server/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/lib/signed-token';

interface Said {
  userId: string;
  until: Date;
  /** The new one. */
  email: string;
}

export interface EmailLink extends Said {
  /** Whether we made it, for a person whose e-mail is `from`. */
  isOurs(appSecret: string, from: string): boolean;
}

const signed = (appSecret: string, { userId, until, email }: Said, from: string): Signed => ({
  key: deriveKey(appSecret, 'email-link'),
  text: JSON.stringify([userId, until.getTime(), email, from]),
  encoding: 'base64url',
});

/** @param from the e-mail that the new one replaces */
export const emailToken = (appSecret: string, said: Said, from: string): string =>
  [
    said.userId,
    String(said.until.getTime()),
    Buffer.from(said.email).toString('base64url'),
    signToken(signed(appSecret, said, from)),
  ].join('.');

/** What a token says, whoever made it; null when it says nothing. */
export function emailLink(token: string): EmailLink | null {
  const match = /^(c[0-9a-f]{24})\.(\d{13})\.([\w-]{1,400})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, userId = '', until = '', email = '', signature = ''] = match;
  const said = { userId, until: new Date(Number(until)), email: Buffer.from(email, 'base64url').toString('utf8') };
  return { ...said, isOurs: (appSecret, from) => isToken(signature, signed(appSecret, said, from)) };
}
