/** The floor of abandoned carts: the bare INSERT of a reminder; what was there before is looked up. */
import { runFloor, type FloorHandler } from './lib/floor';

const accountId = process.env.ACCOUNT_ID;

const INSERT = {
  name: 'insert',
  text: `INSERT INTO "AbandonedCartReminder" ("accountId", "customerId", "cartId", email, "cartSnapshot", "valueAtSend", "currencyAtSend", "externalSource", "externalRef", "sentAt")
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT ("accountId", "externalSource", "externalRef") DO NOTHING RETURNING id`,
};

const FIND = {
  name: 'find',
  text: `SELECT id FROM "AbandonedCartReminder" WHERE "accountId" = $1 AND "externalSource" = $2 AND "externalRef" = $3`,
};

const reminderHandler: FloorHandler = async (pool, { body }) => {
  const { customerId, cartId, email, cartSnapshot, valueAtSend, currencyAtSend, externalSource, externalRef } = body;
  const made = await pool.query<{ id: string }>({
    ...INSERT,
    values: [
      accountId,
      customerId,
      cartId,
      email,
      cartSnapshot,
      valueAtSend,
      currencyAtSend,
      externalSource,
      externalRef,
      new Date(),
    ],
  });
  if (made.rows[0] !== undefined) return { id: made.rows[0].id, created: true };
  const found = await pool.query<{ id: string }>({ ...FIND, values: [accountId, externalSource, externalRef] });
  return { id: found.rows[0]?.id, created: false };
};

runFloor(() => reminderHandler);
