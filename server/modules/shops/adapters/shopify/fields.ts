/** Code that the rows of Shopify share: values as Shopify writes them, as our schemas take them. */
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

/** In UTC, as both APIs write the same instant in different zones; null where it is none. */
export const instantOf = (value: unknown): string | null => instantIn.safeParse(value).data?.toISOString() ?? null;

/** An address that our schema takes; what it would refuse is left out, and does not refuse the row. */
export const emailOf = (value: unknown): string | null => emailIn.safeParse(value).data ?? null;

/** A phone of 4 to 40 characters, else none. */
export function phoneOf(value: unknown): string | null {
  const phone = textOr(value, LONGEST_PHONE + 1);
  return phone !== null && phone.length >= SHORTEST_PHONE && phone.length <= LONGEST_PHONE ? phone : null;
}

/** An absolute address that is not too long to be kept. */
export const addressOf = (value: unknown, longest = LONGEST_ADDRESS): string | null =>
  typeof value === 'string' && value.length <= longest && isWebAddress(value) ? value : null;

/**
 * The page of the shop on which a buyer began. Webhooks tell its path, GraphQL its whole address; both are the path and
 * query at the shop's address.
 */
export function landingOf(value: unknown, shop: string): string | null {
  const base = `https://${shop}`;
  if (typeof value !== 'string' || value === '' || !isUrl(value, base)) return null;
  const { pathname, search } = new URL(value, base);
  return addressOf(`${base}${pathname}${search}`);
}

/** A line of an order or a checkout, as either API tells it. */
export interface Line {
  productRef: string | null;
  name: unknown;
  quantity: unknown;
  /** The price of one, in major units. */
  price: unknown;
}

export const itemsOf = (lines: readonly Line[], currency: string): Record<string, unknown>[] =>
  lines.slice(0, MOST_ITEMS).map(({ productRef, name, quantity, price }) => ({
    productRef,
    name: textOr(name, 255) ?? '',
    quantity,
    price: smallestUnits(price, currency),
  }));
