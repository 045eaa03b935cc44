/** Converts single values of Shopify into the forms of our schemas, for all its rows. */
import { instantIn } from '@/server/platform/lib/fields';
import { isWebAddress } from '@/server/platform/email/addresses';
import { isUrl } from '@/server/platform/lib/is-url';
import { emailIn } from '@/server/platform/lib/fields';
import { smallestUnits, textOr } from '@/server/modules/shops/adapters/amounts';

/** The length that a list of lines is cut to. */
const MOST_ITEMS = 200;
const LONGEST_ADDRESS = 2000;
const SHORTEST_PHONE = 4;
const LONGEST_PHONE = 40;

/**
 * Returns an instant in UTC, since GraphQL and webhooks write the same instant in different zones; null for no instant.
 */
export const instantOf = (value: unknown): string | null => instantIn.safeParse(value).data?.toISOString() ?? null;

/** Returns an e-mail address that our schema accepts, else null, so that a bad address does not refuse its row. */
export const emailOf = (value: unknown): string | null => emailIn.safeParse(value).data ?? null;

/** A phone of 4 to 40 characters, else none. */
export function phoneOf(value: unknown): string | null {
  const phone = textOr(value, LONGEST_PHONE + 1);
  return phone !== null && phone.length >= SHORTEST_PHONE && phone.length <= LONGEST_PHONE ? phone : null;
}

/** Returns an absolute address that is short enough to be stored; null for any other. */
export const addressOf = (value: unknown, longest = LONGEST_ADDRESS): string | null =>
  typeof value === 'string' && value.length <= longest && isWebAddress(value) ? value : null;

/**
 * Returns the shop's page where a buyer arrived, as path and query at the shop's address. Webhooks send only the path,
 * GraphQL the whole address.
 */
export function landingOf(value: unknown, shop: string): string | null {
  const base = `https://${shop}`;
  if (typeof value !== 'string' || value === '' || !isUrl(value, base)) return null;
  const { pathname, search } = new URL(value, base);
  return addressOf(`${base}${pathname}${search}`);
}

/** A line of an order or a checkout, from GraphQL or a webhook. */
export interface Line {
  productRef: string | null;
  name: unknown;
  quantity: unknown;
  /** The price of one unit, in major units. */
  price: unknown;
}

export const itemsOf = (lines: readonly Line[], currency: string): Record<string, unknown>[] =>
  lines.slice(0, MOST_ITEMS).map(({ productRef, name, quantity, price }) => ({
    productRef,
    name: textOr(name, 255) ?? '',
    quantity,
    price: smallestUnits(price, currency),
  }));
