/** The floor of integrations: the bare INSERT of a call. */
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

runFloor(() => webhookHandler);
