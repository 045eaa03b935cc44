/** The floor of referrals: the statements of our services, and what it takes to make our answers of their rows. */
import { recordPurchase } from '@/server/modules/offers/pixels/record-purchase';
import { makeRefereeCode, makeReferrerCode } from '@/server/modules/offers/referrals/codes';
import { fulfill } from '@/server/modules/offers/referrals/fulfill';
import { click } from '@/server/modules/offers/referrals/links';
import { runFloor, type FloorHandler } from './lib/floor';
import { statementOf } from './lib/statements';

/** The workspace: there is no key that would name it. */
const accountId = process.env.ACCOUNT_ID;

const CLICK = await statementOf((db) => click(db, ''));
const FULFILL = await statementOf((db) =>
  fulfill(db, { error: () => undefined }, { checkoutSessionId: '', status: 'completed', currency: 'IDR', amount: 0 }),
);
const PURCHASE = await statementOf((db) =>
  recordPurchase(db, {
    checkoutSessionId: '',
    value: 0,
    currency: 'IDR',
    valueFrom: 'fulfil',
    customerId: null,
    email: null,
    occurredAt: new Date(),
  }),
);

const clickHandler: FloorHandler = async (pool, { body }) => {
  const { rows } = await pool.query<object>({ ...CLICK, values: [accountId, body.code, new Date()] });
  return rows[0] ?? null;
};

interface Outcome {
  outcome: string;
  refereeCustomerId: string;
  referrerCodeId: string | null;
  refereeCodeId: string | null;
}

const fulfillHandler: FloorHandler = async (pool, { body }) => {
  const now = new Date();
  const { rows } = await pool.query<Outcome>({
    ...FULFILL,
    values: [accountId, body.checkoutSessionId, body.currency, body.amount, makeReferrerCode(), makeRefereeCode(), now],
  });
  const [row] = rows;
  await pool.query({
    ...PURCHASE,
    values: [
      accountId,
      body.checkoutSessionId,
      body.amount,
      body.currency,
      'fulfil',
      row?.refereeCustomerId ?? null,
      null,
      now,
      now,
      now,
    ],
  });
  if (row?.outcome !== 'rewarded') return { issued: false, reason: row?.outcome ?? 'no_attribution' };
  return { issued: true, referrerCodeId: row.referrerCodeId, refereeCodeId: row.refereeCodeId };
};

runFloor((_method, path) => (path.endsWith('/click') ? clickHandler : fulfillHandler));
