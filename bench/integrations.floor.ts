/** The floor of integrations: the bare INSERT of a call, and of an order that a partner reports. */
import { runFloor, type FloorHandler } from './lib/floor';

const STORE = {
  name: 'store',
  text: `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt") VALUES ($1, $2, '{}', $3::bytea, $4, $4)`,
};

const webhookHandler: FloorHandler = async (pool, { path, body }) => {
  const id = path.split('/').at(-2);
  await pool.query({ ...STORE, values: [process.env.ACCOUNT_ID, id, Buffer.from(JSON.stringify(body)), new Date()] });
  return { received: true };
};

const ORDER = {
  name: 'order',
  text: `INSERT INTO "Order" ("accountId", "externalSource", "externalRef", "checkoutSessionId", email, amount, refunded, currency, status, "discountCodes", items, "placedAt", "paidAt", "sourceUpdatedAt", "createdAt", "updatedAt")
         VALUES ($1, $2, $3, $3, $4, $5, 0, $6, $7, '{}', $8, $9, $9, $9, $10, $10) ON CONFLICT ("accountId", "externalSource", "externalRef") DO NOTHING RETURNING id`,
};

interface OrderBody {
  externalSource: string;
  rows: [Record<'externalRef' | 'email' | 'amount' | 'currency' | 'status' | 'items' | 'placedAt', unknown>];
}

const orderHandler: FloorHandler = async (pool, { body }) => {
  const { externalSource, rows } = body as unknown as OrderBody;
  const [{ externalRef, email, amount, currency, status, items, placedAt }] = rows;
  const made = await pool.query({
    ...ORDER,
    values: [
      process.env.ACCOUNT_ID,
      externalSource,
      externalRef,
      email,
      amount,
      currency,
      status,
      JSON.stringify(items),
      placedAt,
      new Date(),
    ],
  });
  const created = made.rows.length;
  return { created, updated: 0, unchanged: 1 - created, errors: [] };
};

runFloor((method) => (method === 'PUT' ? orderHandler : webhookHandler));
