/**
 * The token of `/u/<token>` (4 §G): names the message that the link stands in, so that no address of a person is in any
 * address of ours. `<accountId>.<messageId>.<signature>`; it does not lapse, for a link in an e-mail must not.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '@/server/env';

export interface UnsubscribeLink {
  accountId: string;
  messageId: string;
}

const signatureOf = (secret: string, { accountId, messageId }: UnsubscribeLink): Buffer =>
  createHmac('sha256', secret).update(`broadcast-unsubscribe\n${accountId}\n${messageId}`).digest();

/** The absolute address of the page. */
export function unsubscribeUrl(
  settings: Pick<Settings, 'baseUrl' | 'unsubscribeSecret'>,
  link: UnsubscribeLink,
): string {
  return `${settings.baseUrl}/u/${link.accountId}.${link.messageId}.${signatureOf(settings.unsubscribeSecret, link).toString('base64url')}`;
}

const TOKEN = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([\w-]{43})$/;

/** Null when it is none of ours. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeLink | null {
  const [, accountId, messageId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || messageId === undefined || signature === undefined) return null;
  const link = { accountId, messageId };
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(secret, link)) ? link : null;
}
