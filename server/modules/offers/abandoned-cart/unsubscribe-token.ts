/**
 * The token of the cart reminders' unsubscribe link (docs/contract/abandoned-cart.md#unsubscribe-page). The sender of
 * the reminder makes it, so its form is part of the contract. The token never expires, because a link in an e-mail must
 * keep working.
 */
import type { Settings } from '@/server/platform/env';
import { sameText, signToken } from '@/server/platform/lib/signed-token';

export interface CartLink {
  accountId: string;
  /** The e-mail as the link contains it. */
  email: string;
}

/** Lower-case hex of HMAC-SHA256 over `<accountId>:<email>:abandoned-cart`. */
export const cartToken = (secret: string, { accountId, email }: CartLink): string =>
  signToken({ key: secret, text: `${accountId}:${email}:abandoned-cart`, encoding: 'hex' });

/** Checks whether the token was made from the link's e-mail, as written or in lower case. Runs in constant time. */
export function isCartToken(secret: string, link: CartLink, token: string): boolean {
  const [asSent, lowered] = [
    sameText(token, cartToken(secret, link)),
    sameText(token, cartToken(secret, { ...link, email: link.email.toLowerCase() })),
  ];
  return asSent || lowered;
}

/** Under /api/v1. */
export const CART_UNSUBSCRIBE_PATH = '/abandoned-cart/unsubscribe';

/** The absolute address of the page. */
export function cartUnsubscribeUrl(settings: Pick<Settings, 'baseUrl' | 'unsubscribeSecret'>, link: CartLink): string {
  const query = new URLSearchParams({
    accountId: link.accountId,
    email: link.email,
    token: cartToken(settings.unsubscribeSecret, link),
  });
  return `${settings.baseUrl}/api/v1${CART_UNSUBSCRIBE_PATH}?${query}`;
}
