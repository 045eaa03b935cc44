/** The months of webhook deliveries (docs/contract/webhooks.md#delivery-row), on a server of its own: its tables are everybody's. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepMonths } from '@/server/platform/jobs/months';
import { setClockOffset } from '@/server/platform/lib/clock';
import { pruneDeliveriesJob } from '@/server/modules/account/webhooks/jobs';
import { DELIVERIES } from '@/server/modules/account/webhooks/months';
import { makeWebhookDelivery, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { claim, look, settle } from '@/server/modules/account/webhooks/delivery/queue';
import { analyzeMonthsJob, keepMonthsJob } from '@/server/assembly/months/jobs';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const pool = () => server.services.database.pool;
const setClock = (at: Date): void => setClockOffset(at.getTime() - Date.now());
const part = (name: string): string => `WebhookDelivery_${name}`;

const parts = async (): Promise<string[]> =>
  (
    await pool().query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"WebhookDelivery"'::regclass ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);
/** Which of them a row is in; undefined: there is none. */
const placeOf = async (id: string): Promise<string | undefined> =>
  (
    await pool().query<{ name: string }>(
      `SELECT c.relname AS name FROM "WebhookDelivery" d JOIN pg_class c ON c.oid = d.tableoid WHERE d.id = $1`,
      [id],
    )
  ).rows[0]?.name;

let endpointId: string;
const deliver = async (createdAt: Date, status = 'sent'): Promise<string> =>
  (
    await makeWebhookDelivery(server.services.database, server.ours.accountId, {
      endpointId,
      status,
      createdAt,
      updatedAt: createdAt,
      claimableAt: status === 'pending' ? createdAt : null,
    })
  ).id;

/** The months of before there were months reach to the one after the next. */
let before: Date;
beforeAll(async () => {
  const [name = ''] = (await parts()).filter((each) => each.includes('before'));
  const [, year = '', month = ''] = /before_(\d{4})_(\d\d)$/.exec(name) ?? [];
  before = new Date(`${year}-${month}-01T00:00:00Z`);
});
beforeEach(async () => {
  endpointId = (await makeWebhookEndpoint(server.services, server.ours.accountId)).id;
});
afterEach(() => setClockOffset(0));

/** @param months after what came before there were months; @param days into it */
const inMonth = (months: number, days = 0): Date =>
  new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + months, 1 + days));
const monthName = (months: number): string => part(inMonth(months).toISOString().slice(0, 7).replace('-', '_'));

it('stand in what was there before until there is a month of their own, and go with it 30 days after it', async () => {
  expect(await parts()).toEqual([monthName(0).replace('Delivery_', 'Delivery_before_'), part('rest')].sort());
  const [old, last] = [
    await deliver(new Date(inMonth(0).getTime() - 40 * 86_400_000)),
    await deliver(new Date(inMonth(0).getTime() - 1)),
  ];
  // Nobody has made its month yet: nothing is lost.
  const first = await deliver(inMonth(0));
  const edge = await deliver(new Date(inMonth(1).getTime() - 1));
  const next = await deliver(inMonth(1));
  expect(await placeOf(old)).toContain('before');
  expect(await placeOf(last)).toContain('before');
  expect(await placeOf(first)).toBe(part('rest'));

  setClock(inMonth(0, 3));
  await keepMonthsJob.run(server.services, {});
  expect(await parts()).toEqual(
    [monthName(0).replace('Delivery_', 'Delivery_before_'), monthName(0), monthName(1), part('rest')].sort(),
  );
  expect(await placeOf(first)).toBe(monthName(0));
  expect(await placeOf(edge)).toBe(monthName(0));
  expect(await placeOf(next)).toBe(monthName(1));
  expect(await keepMonths(pool(), DELIVERIES, inMonth(0, 3))).toEqual({ made: [], dropped: [], putOff: [] });

  // What has no month of its own goes row by row, for it may be older than a month is kept.
  await pruneDeliveriesJob.run(server.services, {});
  expect(await placeOf(old)).toBeUndefined();
  expect(await placeOf(last)).toContain('before');

  // 30 days into the next month all of the first is older than that, and one of it is tried once more.
  const { rows } = await pool().query<{ status: string }>(
    `UPDATE "WebhookDelivery" SET status = 'pending', "claimableAt" = $2, "updatedAt" = $2 WHERE id = $1 RETURNING status`,
    [edge, inMonth(1, 30)],
  );
  expect(rows).toEqual([{ status: 'pending' }]);
  setClock(inMonth(1, 29.9));
  await keepMonthsJob.run(server.services, {});
  expect(await placeOf(first)).toBe(monthName(0));
  setClock(inMonth(1, 31));
  await keepMonthsJob.run(server.services, {});
  expect(await parts()).toEqual(
    [monthName(1), monthName(2), ...(inMonth(1, 31) >= inMonth(2) ? [monthName(3)] : []), part('rest')].sort(),
  );
  expect([await placeOf(first), await placeOf(last), await placeOf(next)]).toEqual([
    undefined,
    undefined,
    monthName(1),
  ]);

  // It goes on in the rest, until it is done and old.
  expect(await placeOf(edge)).toBe(part('rest'));
  await pruneDeliveriesJob.run(server.services, {});
  expect(await placeOf(edge)).toBe(part('rest'));
  await pool().query(`UPDATE "WebhookDelivery" SET status = 'sent', "claimableAt" = NULL WHERE id = $1`, [edge]);
  await pruneDeliveriesJob.run(server.services, {});
  expect(await placeOf(edge)).toBeUndefined();
});

it('of a month have its indexes, foreign key and storage options, so that an endpoint takes them along', async () => {
  setClock(inMonth(6));
  await keepMonths(pool(), DELIVERIES, inMonth(6));
  const made = monthName(6);
  const id = await deliver(inMonth(6, 2));
  expect(await placeOf(id)).toBe(made);
  const { rows } = await pool().query<{ name: string; options: string[]; indexes: number; columns: string[] }>(
    `SELECT c.relname AS name, (SELECT array_agg(o ORDER BY o) FROM unnest(c.reloptions) o) AS options, (SELECT count(*)::int FROM pg_index i WHERE i.indrelid = c.oid AND i.indisvalid) AS indexes,
       (SELECT array_agg(a.attname || a.attoptions::text ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attoptions IS NOT NULL) AS columns
     FROM pg_class c WHERE c.relname = ANY ($1)`,
    [[made, part('rest')]],
  );
  const [one, other] = rows;
  expect({ ...one, name: '' }).toEqual({ ...other, name: '' });
  expect(one).toMatchObject({
    options: ['autovacuum_analyze_scale_factor=0.01', 'autovacuum_analyze_threshold=2000', 'fillfactor=85'],
    indexes: 5,
    columns: ['accountId{n_distinct=1}'],
  });
  expectData(await server.call(server.ours.key, 'DELETE', `/api/v1/webhooks/endpoints/${endpointId}`));
  expect(await placeOf(id)).toBeUndefined();
});

it('are listed over the edge of a month, newest first', async () => {
  setClock(inMonth(6, 1));
  await keepMonths(pool(), DELIVERIES, inMonth(6, 1));
  const ids: string[] = [];
  for (let n = -3; n <= 3; n++) ids.unshift(await deliver(new Date(inMonth(6).getTime() + n * 1_000)));
  expect(new Set(await Promise.all(ids.map(placeOf))).size).toBe(2);
  const listed: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const data = expectData(
      await server.call(server.ours.key, 'GET', `/api/v1/webhooks/deliveries?endpointId=${endpointId}&limit=2${query}`),
    ) as { deliveries: { id: string }[]; cursor: string | null };
    listed.push(...data.deliveries.map(({ id }) => id));
    ({ cursor } = data);
  } while (cursor !== null);
  expect(listed).toEqual(ids);
});

it('are taken, settled and sent anew whichever month they are in', async () => {
  const now = inMonth(6, 1);
  setClock(now);
  await keepMonths(pool(), DELIVERIES, now);
  const ids = [
    await deliver(new Date(inMonth(6).getTime() - 60_000), 'pending'),
    await deliver(inMonth(6), 'pending'),
    // Of a month that nobody keeps any more, and so in the rest.
    await deliver(inMonth(2), 'pending'),
  ];
  expect(new Set(await Promise.all(ids.map(placeOf))).size).toBe(3);
  const { accountId } = server.ours;
  expect(await look(pool(), now, [])).toContainEqual(expect.objectContaining({ endpointId, due: true }));
  const lease = { worker: 'w', now, leaseEnd: new Date(now.getTime() + 30_000) };
  const [first, second] = await Promise.all([
    claim(pool(), lease, [{ accountId, endpointId, quota: 2 }]),
    claim(pool(), lease, [{ accountId, endpointId, quota: 2 }]),
  ]);
  const claimed = [...first, ...second].map(({ id }) => id);
  expect(claimed.sort()).toEqual([...ids].sort());
  const sent = {
    attempts: 1,
    attemptedAt: now,
    nextRetryAt: null,
    responseCode: 200,
    responseBody: '',
    ms: 1,
    wasAsked: true,
    error: null,
  };
  await settle(
    pool(),
    { worker: 'w', now },
    claimed.map((id) => ({ accountId, endpointId, id, status: 'sent' as const, ...sent })),
  );
  const statuses = async () =>
    (await server.services.database.prisma.webhookDelivery.findMany({ where: { endpointId } })).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual(['sent', 'sent', 'sent']);
  expect(await look(pool(), now, [])).not.toContainEqual(expect.objectContaining({ endpointId, due: true }));
  for (const id of ids)
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/webhooks/deliveries/${id}/replay`));
  expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
});

it('are taken over with an index that stood at each of them before it stood at the whole', async () => {
  const { rows: names } = await pool().query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"WebhookDelivery"'::regclass`,
  );
  for (const { name } of names)
    await pool().query(`CREATE INDEX CONCURRENTLY "of ${name}" ON "${name}" ("accountId", type)`);
  const own = `SELECT array_agg(c.relname ORDER BY c.relname) AS names FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '"WebhookDelivery"'::regclass)`;
  const before = (await pool().query(own)).rows;
  await pool().query('CREATE INDEX of_the_whole ON "WebhookDelivery" ("accountId", type)');
  expect((await pool().query(own)).rows).toEqual(before);
  expect(
    (await pool().query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'of_the_whole'::regclass`)).rows,
  ).toEqual([{ valid: true }]);
  await pool().query('DROP INDEX of_the_whole');
});

it('are analyzed together', async () => {
  await deliver(new Date());
  await analyzeMonthsJob.run(server.services, {});
  const { rows } = await pool().query<{ distinct: number }>(
    `SELECT n_distinct AS distinct FROM pg_stats WHERE tablename = 'WebhookDelivery' AND inherited AND attname = 'accountId'`,
  );
  expect(rows).toEqual([{ distinct: 1 }]);
});
