/**
 * Rows as adapters read them, checked: what our schemas take goes on, what they do not is refused by itself and holds up
 * no other (docs/contract/integrations.md#runs).
 */
import * as z from 'zod';
import { at } from '@/server/providers/json';
import { foreignId, instantIn } from '@/server/lib/fields';
import { isWebAddress } from '@/server/email/addresses';
import { productInput } from '@/server/resources/feeds/schema';
import { checkoutInput, customerInput, orderInput } from '@/server/resources/integrations/schema';
import type { Resource } from '@/server/resources/integrations/vocabulary';
import type { Candidate, Refusal, Rows } from '@/server/stores/store';

/** A product with its page in the shop. */
export const toldProduct = productInput.extend({
  url: z.string().max(2048).refine(isWebAddress, { error: 'must be an http or https address' }).nullish(),
});
/** `isCart`: the buyer can still pay it in the shop, which tells of no other checkout for it. */
const toldOrder = orderInput.extend({ isCart: z.boolean().optional() });
/** A checkout that the shop says is over without having been completed. */
export const toldCheckout = checkoutInput.extend({ isOver: z.boolean().optional() });

const SCHEMAS = {
  products: toldProduct,
  customers: customerInput,
  orders: toldOrder,
  checkouts: toldCheckout,
} as const satisfies Record<Resource, z.ZodType>;

export type ToldRow<Of extends Resource> = z.output<(typeof SCHEMAS)[Of]>;

/** Rows of one resource that can be applied; `updatedAt` is the shop's own time. */
export type Told = { [Of in Resource]: { resource: Of; rows: ToldRow<Of>[] } }[Resource];

export interface Checked {
  told: Told;
  refused: Refusal[];
}

const LONGEST_REASON = 500;

/** @returns the reason in a line, e.g. `currency: must be an ISO 4217 code of three letters` */
function reasonOf({ issues: [issue] }: z.ZodError, row: Candidate['row']): string {
  const path = issue?.path.join('.') ?? '';
  // What an adapter could not read (amounts.ts).
  const isUnreadable = Number.isNaN(at(row, ...(issue?.path ?? []).map(String)));
  const message = isUnreadable ? 'is no number that can be read' : (issue?.message ?? 'cannot be read');
  return `${path === '' ? '' : `${path}: `}${message}`.slice(0, LONGEST_REASON);
}

/** Whether a text names a row: what is longer, or empty, is no row that could ever be found again. */
export const isRef = (text: string): boolean => foreignId.safeParse(text).success;

function check<Of extends Resource>(resource: Of, candidates: readonly Candidate[], refused: Refusal[]): ToldRow<Of>[] {
  const rows: ToldRow<Of>[] = [];
  for (const { ref, row } of candidates) {
    const { data, error } = SCHEMAS[resource].safeParse(row);
    if (error === undefined) rows.push(data as ToldRow<Of>);
    else refused.push({ ref, reason: reasonOf(error, row) });
  }
  return rows;
}

/** What of the rows can be applied, and why the others cannot. */
export function checked({ resource, rows: candidates, refused: given }: Rows): Checked {
  const refused = [...given];
  return { told: { resource, rows: check(resource, candidates, refused) } as Told, refused };
}

/** An instant as vendors write it, as ours take it; null where it is none. WooCommerce's `_gmt` fields say no zone. */
export function instantText(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  return instantIn.safeParse(zoned).success ? zoned : null;
}
