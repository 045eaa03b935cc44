/** The floor of discount codes: the statements of our services, and what it takes to make our answers of their rows. */
import { encodeCursor } from '@/server/platform/db/cursor';
import { applyDiscount, type Cart } from '@/server/modules/offers/discount-codes/arithmetic';
import { list } from '@/server/modules/offers/discount-codes/list';
import { redeem } from '@/server/modules/offers/discount-codes/redeem';
import {
  presentCode,
  presentRedemption,
  type DiscountCodeRow,
  type RedemptionRow,
} from '@/server/modules/offers/discount-codes/rows';
import {
  getWithRevenue,
  presentWithRevenue,
  type RowWithRevenue,
} from '@/server/modules/offers/discount-codes/service';
import type { SetAside } from '@/server/modules/offers/discount-codes/usage';
import { validate } from '@/server/modules/offers/discount-codes/validate';
import { runFloor, type FloorHandler } from './lib/floor';
import { statementOf } from './lib/statements';

const PREFIX = '/api/v1/discount-codes/';
const PAGE = 50;

/** The workspace: there is no key that would name it. */
const accountId = process.env.ACCOUNT_ID;

const FIND = await statementOf((db) => getWithRevenue(db, 'id'));
const LIST = await statementOf((db) => list(db, { limit: PAGE, sort: 'newest' }));
const VALIDATE = await statementOf((db) =>
  validate(db, { accountId: '', code: '', subtotal: 0, currency: 'IDR', shippingCost: 0 }),
);
const REDEEM = await statementOf((db) =>
  redeem(db, { discountCodeId: '', checkoutSessionId: '', appliedAmount: 0, appliedShipping: 0 }),
);

const findHandler: FloorHandler = async (pool, { path }) => {
  const { rows } = await pool.query<RowWithRevenue>({ ...FIND, values: [accountId, path.slice(PREFIX.length)] });
  return rows[0] && presentWithRevenue(rows[0]);
};

const listHandler: FloorHandler = async (pool) => {
  const { rows } = await pool.query<DiscountCodeRow & { total: number; folded: string }>({
    ...LIST,
    values: [accountId, PAGE + 1],
  });
  const hasMore = rows.length > PAGE;
  const items = rows.slice(0, PAGE).map(({ total: _total, folded: _folded, ...row }) => presentCode(row));
  const last = items.at(-1);
  return {
    items,
    total: rows[0]?.total,
    nextCursor: hasMore && last ? encodeCursor({ key: last.createdAt.toISOString(), id: last.id }) : null,
    hasMore,
  };
};

const validateHandler: FloorHandler = async (pool, { body }) => {
  const customerId = body.customerId ?? null;
  const now = new Date();
  const { rows } = await pool.query<DiscountCodeRow & SetAside & { uses: number }>({
    ...VALIDATE,
    values: [accountId, body.code, customerId, body.checkoutSessionId ?? null, now],
  });
  if (rows[0] === undefined) return { valid: false, reason: 'NOT_FOUND', discountAmount: 0, discountShipping: 0 };
  const { uses, held, heldByCustomer, isBatchSpent, ...row } = rows[0];
  const code = presentCode(row);
  const outcome = applyDiscount(
    code,
    body as unknown as Cart,
    { held, isBatchSpent, customerUses: customerId === null ? null : uses + heldByCustomer, isEligible: true },
    now,
  );
  return { valid: outcome.reason === undefined, ...outcome, code };
};

const redeemHandler: FloorHandler = async (pool, { body }) => {
  const { rows } = await pool.query<Omit<RedemptionRow, 'accountId'> & { created: boolean }>({
    ...REDEEM,
    values: [
      accountId,
      body.discountCodeId,
      body.checkoutSessionId,
      body.appliedAmount,
      body.appliedShipping ?? 0,
      body.customerId ?? null,
      body.externalSource ?? null,
      body.externalRef ?? null,
      new Date(),
      body.orderTotal ?? null,
    ],
  });
  if (rows[0] === undefined) return null;
  const { created, ...row } = rows[0];
  const { currency: _currency, ...redemption } = presentRedemption(row);
  return { ...redemption, created };
};

runFloor((method, path) => {
  if (method === 'GET') return path.length > PREFIX.length ? findHandler : listHandler;
  return path.endsWith('/redeem') ? redeemHandler : validateHandler;
});
