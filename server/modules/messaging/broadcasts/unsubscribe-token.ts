/**
 * The token of `/u/<token>` (docs/contract/broadcasts.md#unsubscribe-links): `<accountId>.<messageId>.<signature>`. It
 * names the message that contains the link, so that no address of ours contains a person's address. It never expires,
 * because links in e-mails must keep working.
 */
import type { Settings } from '@/server/platform/env';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

export interface UnsubscribeLink {
  accountId: string;
  messageId: string;
}

const signed = (secret: string, { accountId, messageId }: UnsubscribeLink): Signed => ({
  key: secret,
  text: `broadcast-unsubscribe\n${accountId}\n${messageId}`,
  encoding: 'base64url',
});

/** The absolute address of the page. */
export function unsubscribeUrl(
  settings: Pick<Settings, 'baseUrl' | 'unsubscribeSecret'>,
  link: UnsubscribeLink,
): string {
  return `${settings.baseUrl}/u/${link.accountId}.${link.messageId}.${signToken(signed(settings.unsubscribeSecret, link))}`;
}

const TOKEN = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([\w-]{43})$/;

/** Reads the token; null when the token is not ours. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeLink | null {
  const [, accountId, messageId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || messageId === undefined || signature === undefined) return null;
  const link = { accountId, messageId };
  return isToken(signature, signed(secret, link)) ? link : null;
}
