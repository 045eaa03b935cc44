/** Filters in Shopify's search syntax (https://shopify.dev/docs/api/usage/search-syntax). */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Reading } from '@/server/modules/shops/adapters/store';

/** The age in days from which an open checkout is no abandoned cart any more. */
export const CHECKOUT_DAYS = 30;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/**
 * Returns the filter `created_at:>='…'`. For customers Shopify compares whole days, so the result may contain more rows
 * than asked for, never fewer.
 */
const since = (field: string, instant: Date): string => `${field}:>='${instant.toISOString()}'`;

/**
 * @param after the id after which a page begins; null: from the first on
 * @returns null: everything
 */
export function filterOf({ resource, since: from, kind }: Reading, now: Date, after: string | null): string | null {
  const terms: string[] = after === null ? [] : [`id:>${after}`];
  if (kind === 'reconcile') {
    if (from !== null) terms.push(since('updated_at', from));
  } else {
    const made = from ?? (resource === 'checkouts' ? daysBefore(now, CHECKOUT_DAYS) : null);
    if (made !== null) terms.push(since('created_at', made));
  }
  return terms.length === 0 ? null : terms.join(' AND ');
}
