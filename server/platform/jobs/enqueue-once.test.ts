/** Calls of the worker that are shared. */
import { expect, it } from 'vitest';
import { enqueueOnce } from '@/server/platform/jobs/enqueue-once';
import { applyWebhooksJob } from '@/server/modules/shops/connections/jobs';
import { useServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();

/** All calls of it share one. */
const job = { ...applyWebhooksJob, key: () => 'shared' };
/** A text that the database does not take. */
const REFUSED = { integrationId: '\u0000' };
const TAKEN = { integrationId: 'nobody' };

const queued = async (): Promise<number> => {
  const { rows } = await server.services.database.pool.query<{ revision: number }>(
    `SELECT revision FROM graphile_worker.jobs WHERE key = 'shared'`,
  );
  return (rows[0]?.revision ?? -1) + 1;
};

it('is two calls for as many as ask at once, and one more for who asks later', async () => {
  const { accountId } = await server.makeTenant();
  const ask = () => enqueueOnce(server.services.database, accountId, job, TAKEN);
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(await queued()).toBe(2);
  await ask();
  expect(await queued()).toBe(3);
  await runJobs(server.services);
});

it('reports a failure to those who share it, and tries again for who comes next', async () => {
  const { accountId } = await server.makeTenant();
  const ask = (payload: typeof TAKEN) => enqueueOnce(server.services.database, accountId, job, payload);
  const outcomes = await Promise.allSettled([ask(REFUSED), ask(TAKEN), ask(TAKEN)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  await expect(ask(REFUSED)).rejects.toThrow();
  await ask(TAKEN);
  expect(await queued()).toBe(2);
  await runJobs(server.services);
});
