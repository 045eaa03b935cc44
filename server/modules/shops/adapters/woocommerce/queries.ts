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
 * An instant as a filter takes it: seconds, in GMT, without a zone. With one WordPress would move it to the shop's zone
 * before it compares it with what is in GMT.
 */
const filterTime = (instant: Date): string => instant.toISOString().slice(0, 19);

/** By id, for what is sorted by a time moves while it is read. */
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
