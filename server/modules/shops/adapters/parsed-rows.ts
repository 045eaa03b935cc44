/**
 * Checks the rows that adapters read: rows that fit our schemas go on; each other row is refused alone, and does not
 * stop the rest (docs/contract/integrations.md#runs).
 */
import * as z from 'zod';
import { at } from '@/server/platform/vendors/json';
import { foreignId, instantIn } from '@/server/platform/lib/fields';
import { isWebAddress } from '@/server/platform/email/addresses';
import { productInput } from '@/server/modules/shops/feeds/schema';
import { checkoutInput, customerInput, orderInput } from '@/server/modules/shops/orders/schema';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import type { Candidate, Refusal, Rows } from '@/server/modules/shops/adapters/store';

/** A product with its address in the shop. */
export const parsedProduct = productInput.extend({
  url: z.string().max(2048).refine(isWebAddress, { error: 'must be an http or https address' }).nullish(),
});
/** `isCart`: the buyer can still pay the order in the shop, which reports no other checkout for it. */
const adapterOrder = orderInput.extend({ isCart: z.boolean().optional() });
/** A checkout that the shop says is over without having been completed. */
export const parsedCheckout = checkoutInput.extend({ isOver: z.boolean().optional() });

const SCHEMAS = {
  products: parsedProduct,
  customers: customerInput,
  orders: adapterOrder,
  checkouts: parsedCheckout,
} as const satisfies Record<Resource, z.ZodType>;

export type ParsedRow<Of extends Resource> = z.output<(typeof SCHEMAS)[Of]>;

/** Rows of one resource that can be applied; `updatedAt` is the shop's time of the row. */
export type ParsedRows = { [Of in Resource]: { resource: Of; rows: ParsedRow<Of>[] } }[Resource];

export interface Checked {
  parsed: ParsedRows;
  refused: Refusal[];
}

const LONGEST_REASON = 500;

/** @returns the reason in a line, e.g. `currency: must be an ISO 4217 code of three letters` */
function reasonOf({ issues: [issue] }: z.ZodError, row: Candidate['row']): string {
  const path = issue?.path.join('.') ?? '';
  // What an adapter could not read (amounts.ts).
  const isUnreadable = Number.isNaN(at(row, ...(issue?.path ?? []).map(String)));
  const message = isUnreadable ? 'is not a valid number' : (issue?.message ?? 'is not valid');
  return `${path === '' ? '' : `${path}: `}${message}`.slice(0, LONGEST_REASON);
}

/** Checks whether a text can name a row: a row with an empty or longer name could never be found again. */
export const isRef = (text: string): boolean => foreignId.safeParse(text).success;

function check<Of extends Resource>(
  resource: Of,
  candidates: readonly Candidate[],
  refused: Refusal[],
): ParsedRow<Of>[] {
  const rows: ParsedRow<Of>[] = [];
  for (const { ref, row } of candidates) {
    const { data, error } = SCHEMAS[resource].safeParse(row);
    if (error === undefined) rows.push(data as ParsedRow<Of>);
    else refused.push({ ref, reason: reasonOf(error, row) });
  }
  return rows;
}

/** Splits rows into those that can be applied and those that cannot, with the reason. */
export function splitRows({ resource, rows: candidates, refused: given }: Rows): Checked {
  const refused = [...given];
  return { parsed: { resource, rows: check(resource, candidates, refused) } as ParsedRows, refused };
}

/**
 * Converts an instant as vendors write it into our form; null for any other text. WooCommerce's `_gmt` fields have no
 * zone.
 */
export function instantText(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  return instantIn.safeParse(zoned).success ? zoned : null;
}
