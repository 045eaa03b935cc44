/**
 * Shopify's ids. GraphQL writes `gid://shopify/Order/450789469`, webhooks the bare number, which can exceed 2^53. Here
 * an id is its digits as text.
 */
import { textAt } from '@/server/platform/vendors/json';

const DIGITS = /^\d{1,20}$/;
const GID = /^gid:\/\/shopify\/[A-Za-z]{1,60}\/(\d{1,20})(?:\?|$)/;

/** Returns the digits of a global id or of a bare number; null for any other value. */
export function digitsOf(id: unknown): string | null {
  const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id;
  if (typeof text !== 'string') return null;
  return DIGITS.test(text) ? text : (GID.exec(text)?.[1] ?? null);
}

/** Returns the id of the row in a webhook's payload: the digits of its global id, else its number. */
export const payloadId = (payload: unknown): string | null =>
  digitsOf(textAt(payload, 'admin_graphql_api_id')) ?? digitsOf(textAt(payload, 'id'));

export type GidType = 'Product' | 'Customer' | 'Order' | 'AbandonedCheckout';

/** The global id of digits. */
export const gidOf = (type: GidType, digits: string): string => `gid://shopify/${type}/${digits}`;

export const isDigits = (text: string): boolean => DIGITS.test(text);
