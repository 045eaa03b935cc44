/** The secret of a link: 32 random bytes that are only in the link; we store their hash. */
import { createHash, randomBytes } from 'node:crypto';
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns `token` for the link, in base64url, and `tokenHash` for the row */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

interface MailedLink {
  token: string;
  email: string;
}

const signedAsMailed = (appSecret: string, { token, email }: MailedLink): Signed => ({
  key: deriveKey(appSecret, 'mailed-invitation'),
  text: JSON.stringify([token, email]),
  encoding: 'base64url',
});

/**
 * The link of an invitation in its mail. The inviting member sees the same link without its `mailed` part, so only the
 * mailbox knows this part.
 */
export const mailedInvitation = (
  { baseUrl, appSecret }: { baseUrl: string; appSecret: string },
  link: MailedLink,
): string => `${baseUrl}/invitation/${link.token}?mailed=${signToken(signedAsMailed(appSecret, link))}`;

/**
 * Checks whether the link of this invitation was mailed to this address. @param mailed the `mailed` part of the request
 */
export const isMailedTo = ({ appSecret }: { appSecret: string }, link: MailedLink, mailed: string): boolean =>
  isToken(mailed, signedAsMailed(appSecret, link));
