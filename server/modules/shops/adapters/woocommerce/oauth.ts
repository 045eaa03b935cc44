/** The store's consent page, which makes keys for us (docs: /wc-auth/v1/authorize). */
import * as z from 'zod';
import { text } from '@/server/platform/lib/fields';

export interface Authorization {
  /** The shop's address from storeAddress. */
  storeUrl: string;
  /** The name that people see on the page. */
  appName: string;
  /** Comes back with the keys and with the merchant's browser: our nonce. */
  userId: string;
  /** The address that the merchant's browser goes to, with `success` (1 or 0) and `user_id` added. */
  returnUrl: string;
  /** The https address that the store posts the keys to. It must answer 200, or the store deletes the keys again. */
  callbackUrl: string;
}

/** Returns the address of the page where the merchant grants keys. */
export function authorizeAddress({ storeUrl, appName, userId, returnUrl, callbackUrl }: Authorization): string {
  const query = new URLSearchParams({
    app_name: appName,
    scope: 'read_write',
    user_id: userId,
    return_url: returnUrl,
    callback_url: callbackUrl,
  });
  return `${storeUrl}/wc-auth/v1/authorize?${query.toString()}`;
}

/**
 * The keys that the store posts as JSON. `user_id` is our own value; the store writes it as a number if it looks like
 * one.
 */
export const grantedKeys = z.object({
  key_id: z.union([z.number(), text(1, 40)]),
  user_id: z.union([z.number().transform(String), text(1, 2000)]),
  consumer_key: text(1, 255).regex(/^ck_/),
  consumer_secret: text(1, 255).regex(/^cs_/),
  key_permissions: z.enum(['read', 'write', 'read_write']),
});
export type GrantedKeys = z.output<typeof grantedKeys>;
