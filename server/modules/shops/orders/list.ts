/** Reading orders and checkouts (docs/contract/integrations.md#routes). */
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { knownAmong } from '@/server/platform/lib/narrow';
import {
  checkoutColumns,
  orderColumns,
  presentCheckout,
  presentOrder,
  type CheckoutRow,
  type OrderRow,
} from '@/server/modules/shops/orders/rows';
import type { Checkout, ListInput, Order } from '@/server/modules/shops/orders/schema';
import { CHECKOUT_STATUSES, ORDER_STATUSES } from '@/server/platform/lib/shared-vocabulary';

/** Returns the conditions that the filters come to. @param by the column that the list is ordered by */
function conditions(input: ListInput, by: string, statuses: readonly string[], parameters: Parameters): string[] {
  const { contactId, integrationId, from, to } = input;
  const filter: string[] = [];
  if (contactId !== undefined) filter.push(`r."contactId" = ${parameters.add(contactId, 'text')}`);
  if (integrationId !== undefined) filter.push(`r."integrationId" = ${parameters.add(integrationId, 'text')}`);
  const wanted = knownAmong(statuses, input.status);
  if (wanted.length > 0) filter.push(`r.status = ANY (${parameters.add(wanted, 'text[]')})`);
  if (from !== undefined) filter.push(`r."${by}" >= ${parameters.add(from, 'timestamptz')}`);
  if (to !== undefined) filter.push(`r."${by}" < ${parameters.add(to, 'timestamptz')}`);
  return filter;
}

/** Lists orders, the last placed first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listOrders(db: WorkspaceDb, input: ListInput): Promise<ListPage<Order>> {
  const parameters = new Parameters();
  const filter = conditions(input, 'placedAt', ORDER_STATUSES, parameters);
  const { cursor, limit } = input;
  const page = await listPage<OrderRow>(
    db,
    { table: 'Order', by: 'placedAt', filter, parameters, cursor, limit },
    (row) => row.placedAt,
  );
  return { ...page, data: page.data.map(presentOrder) };
}

/** Lists checkouts, the last reported first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listCheckouts(db: WorkspaceDb, input: ListInput): Promise<ListPage<Checkout>> {
  const parameters = new Parameters();
  const filter = conditions(input, 'createdAt', CHECKOUT_STATUSES, parameters);
  const { cursor, limit } = input;
  const page = await listPage<CheckoutRow>(
    db,
    { table: 'Checkout', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map(presentCheckout) };
}

const findOrder = workspaceStatement<OrderRow, [id: string]>(
  'integrations.order',
  `SELECT ${orderColumns('o')} FROM "Order" o WHERE o."accountId" = $1 AND o.id = $2`,
  { isBrief: true },
);
const findCheckout = workspaceStatement<CheckoutRow, [id: string]>(
  'integrations.checkout',
  `SELECT ${checkoutColumns('k')} FROM "Checkout" k WHERE k."accountId" = $1 AND k.id = $2`,
  { isBrief: true },
);

/** @throws AppError NOT_FOUND */
export const getOrder = async (db: WorkspaceDb, id: string): Promise<Order> =>
  presentOrder(orNotFound((await db.rows(findOrder, id))[0]));

/** @throws AppError NOT_FOUND */
export const getCheckout = async (db: WorkspaceDb, id: string): Promise<Checkout> =>
  presentCheckout(orNotFound((await db.rows(findCheckout, id))[0]));
