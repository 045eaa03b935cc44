/**
 * The token of `/u/<token>` (docs/contract/broadcasts.md#unsubscribe-links): names the message that the link stands in,
 * so that no address of a person is in any address of ours. `<accountId>.<messageId>.<signature>`; it does not lapse,
 * for a link in an e-mail must not.
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

/** Null when it is none of ours. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeLink | null {
  const [, accountId, messageId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || messageId === undefined || signature === undefined) return null;
  const link = { accountId, messageId };
  return isToken(signature, signed(secret, link)) ? link : null;
}
