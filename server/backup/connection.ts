/** A connection for work that takes as long as it takes: the pool's end each statement after seconds. */
import pg from 'pg';

/** Under these, what one database writes as text the other reads as the same value. */
const SESSION =
  "SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1; SET statement_timeout = 0; SET jit = off; SET laris.webhook_delivery = off";

/** Runs `work` on a connection of its own. */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'laris backup' });
  // An error between two queries shows in the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION);
    return await work(client);
  } finally {
    await client.end();
  }
}
