/** The secret of a link: 32 random bytes that stand in the link alone; we keep their hash. */
import { createHash, randomBytes } from 'node:crypto';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns `token` for the link, in base64url, and `tokenHash` for the row */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}
