/** The query for a resource. Checkouts are orders. */
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import type { Reading } from '@/server/modules/shops/adapters/store';

export const PATHS: Readonly<Record<Resource, string>> = {
  products: '/wc/v3/products',
  customers: '/wc/v3/customers',
  orders: '/wc/v3/orders',
  checkouts: '/wc/v3/orders',
};

/**
 * Writes an instant for a filter: seconds, in GMT, without a zone. WordPress would move a time with a zone to the
 * shop's zone, but compares it with times in GMT.
 */
const filterTime = (instant: Date): string => instant.toISOString().slice(0, 19);

/** Returns the query for a page, sorted by id: sorted by a time, rows would move while they are read. */
export function queryOf({ resource, since, kind }: Omit<Reading, 'mark'>): Record<string, string> {
  const query: Record<string, string> = { orderby: 'id', order: 'asc' };
  // Customers know no time of a change: all of them are read. Whom a plugin gave another role is a customer, too.
  if (resource === 'customers') return { ...query, role: 'all' };
  if (resource === 'checkouts' && kind === 'backfill') query.status = 'pending,failed';
  if (since === null) return query;
  return {
    ...query,
    [kind === 'backfill' ? 'after' : 'modified_after']: filterTime(since),
    dates_are_gmt: 'true',
  };
}
