/**
 * Funnels (docs/contract/funnels.md): 100,000 people who fall due together, beside one bare UPDATE … RETURNING of as many rows;
 * 100,000 let in from a list; what an event takes at a million who wait; and the figures of so many.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { enroll } from '@/server/modules/automation/funnels/enroll';
import { stats } from '@/server/modules/automation/funnels/stats';
import { makeAccount } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeLiveFunnel } from '@/server/testing/funnels';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { lay } from './lib/table';
import { workersOf } from './lib/workers';

const PEOPLE = 100_000;
const WAITING = 1_000_000;
const EVENTS = 1_000;
const GOAL_MOVE_MS = 60_000;
const GOAL_EVENT_MS = 5_000;
const GOAL_STATS_MS = 1_000;
const MIB = 1024 * 1024;

export interface FunnelsOptions {
  databaseUrl: string;
  appSecret: string;
}

const INSERT_CONTACTS = `
  INSERT INTO "Contact" ("accountId", "identityHash", email, "firstName", "createdAt", "updatedAt")
  SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), 'user' || n || '@example.com', 'Sari', now(), now() FROM generate_series(1, $2::int) n`;

const INSERT_ENROLMENTS = `
  INSERT INTO "FunnelEnrolment" ("accountId", "funnelId", version, "contactId", "triggerRef", "stepId", "stepSince", "waitingFor", "dueAt", "enteredAt")
  SELECT $1, $2, 1, c.id, 'bench', $3, now() - interval '1 hour', $4, now() + $5::interval, now() - interval '1 hour' FROM "Contact" c WHERE c."accountId" = $1`;

/** The rows and nothing else. */
const FLOOR = `UPDATE "FunnelEnrolment" e SET "stepId" = 'bare', "stepSince" = now(), "dueAt" = now() + interval '1 day', passed = passed + 1 WHERE e."accountId" = $1 AND e."funnelId" = $2 RETURNING e.id`;

/** Five steps: a wait is over, something is noted, the way parts and meets, a message is made, the next wait begins. */
const FIVE: FunnelDefinitionIn['steps'] = [
  { id: 'd1', kind: 'delay', config: { minutes: 60 }, next: 'u1' },
  { id: 'u1', kind: 'update_contact', config: { attributes: { seen: 'yes' } }, next: 'v1' },
  {
    id: 'v1',
    kind: 'split',
    config: {
      variants: [
        { id: 'a', weight: 50, next: 's1' },
        { id: 'b', weight: 50, next: 's1' },
      ],
      metric: 'goal',
    },
  },
  {
    id: 's1',
    kind: 'send',
    config: { provider: 'email_p1', content: { email: { subject: 'Halo', text: 'Halo {firstName}' } } },
    next: 'd2',
  },
  { id: 'd2', kind: 'delay', config: { minutes: 6_000 }, next: null },
];
const WAITS: FunnelDefinitionIn['steps'] = [
  {
    id: 'w1',
    kind: 'wait_until',
    config: { any: [{ event: 'purchase' }], minutes: 100_000 },
    next: 'd2',
    timeout: null,
  },
  { id: 'd2', kind: 'delay', config: { minutes: 6_000 }, next: null },
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const judge = (met: boolean): string => (met ? 'met' : '**missed**');

/** @returns the figures as Markdown */
export async function measureFunnels({ databaseUrl, appSecret }: FunnelsOptions): Promise<string> {
  const workers = await workersOf('funnels', { databaseUrl, appSecret });
  const database = openDatabase(databaseUrl, { poolSize: 4, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const worker = workers.start('work');
  const resident: number[] = [];
  try {
    await once(worker, 'message');
    worker.on('message', ({ rss }: { rss?: number }) => rss !== undefined && resident.push(rss));
    const settings = testSettings(databaseUrl, { APP_SECRET: appSecret });
    const workspace = async (people: number): Promise<string> => {
      const accountId = await makeAccount(database, { plan: 'scale' });
      await makeChannel({ database, settings }, accountId, { provider: 'email_p1' });
      await client.query(INSERT_CONTACTS, [accountId, people]);
      return accountId;
    };
    const at = async (accountId: string, stepId: string): Promise<number> =>
      (
        await client.query<{ people: number }>(
          `SELECT count(*)::int AS people FROM "FunnelEnrolment" e WHERE e."accountId" = $1 AND e."stepId" = $2 AND e.status = 'active'`,
          [accountId, stepId],
        )
      ).rows[0]?.people ?? 0;

    // The floor, in a funnel of its own that no worker looks at.
    const bareAccount = await workspace(PEOPLE);
    const bareFunnel = await makeLiveFunnel({ database }, bareAccount, { trigger: { type: 'manual' }, steps: FIVE });
    await client.query(INSERT_ENROLMENTS, [bareAccount, bareFunnel, 'd1', 'time', '-1 minute']);
    await client.query('VACUUM ANALYZE "FunnelEnrolment", "Contact"');
    const bare: number[] = [];
    for (let round = 0; round < 3; round++) {
      const begun = performance.now();
      await client.query(FLOOR, [bareAccount, bareFunnel]);
      bare.push(performance.now() - begun);
    }

    const accountId = await workspace(PEOPLE);
    const funnelId = await makeLiveFunnel({ database }, accountId, { trigger: { type: 'manual' }, steps: FIVE });
    await client.query(INSERT_ENROLMENTS, [accountId, funnelId, 'd1', 'time', '-1 minute']);
    await client.query('VACUUM ANALYZE "FunnelEnrolment", "Contact"');
    await client.query('CHECKPOINT');
    const begun = performance.now();
    worker.send('go');
    while ((await at(accountId, 'd2')) < PEOPLE) await sleep(250);
    const moved = performance.now() - begun;
    const [early, late] = [resident.slice(0, 10), resident.slice(-10)];
    const grown = median(late) - median(early);

    const figures: number[] = [];
    for (let round = 0; round < 5; round++) {
      const asked = performance.now();
      await stats(systemDb(database, accountId), { id: funnelId, windowDays: 30, version: 0 });
      figures.push(performance.now() - asked);
    }

    // Let in from a list, and what that costs beside leading them.
    const other = await makeLiveFunnel({ database }, accountId, { trigger: { type: 'manual' }, steps: WAITS });
    const list = await makeContactList(database, accountId);
    await client.query(
      `INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT $1, $2, id, now() FROM "Contact" c WHERE c."accountId" = $1`,
      [accountId, list.id],
    );
    await sleep(2_000);
    const entering = performance.now();
    const { enrolled } = await enroll(systemDb(database, accountId), {
      id: other,
      audience: { listIds: [list.id] },
      key: 'bench',
    });
    const entered = performance.now() - entering;
    if (enrolled !== PEOPLE) throw new Error(`${enrolled} people came in.`);

    // A million wait, and a thousand of them buy.
    const large = await workspace(WAITING);
    const waits = await makeLiveFunnel({ database }, large, { trigger: { type: 'manual' }, steps: WAITS });
    await client.query(INSERT_ENROLMENTS, [large, waits, 'w1', 'event', '60 days']);
    await client.query('VACUUM ANALYZE "FunnelEnrolment", "Contact"');
    const { rows: buyers } = await client.query<{ id: string }>(
      `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 ORDER BY md5(c.id) LIMIT $2`,
      [large, EVENTS],
    );
    const reached: number[] = [];
    for (let from = 0; from < EVENTS; from += 100) {
      const some = buyers.slice(from, from + 100);
      await systemDb(database, large).transaction((tx) =>
        fire(
          tx,
          some.map(({ id: contactId }) => ({
            type: 'purchase' as const,
            contactId,
            data: { checkoutSessionId: unique('s') },
          })),
        ),
      );
      const fired = performance.now();
      while ((await at(large, 'd2')) < from + some.length) await sleep(20);
      reached.push(performance.now() - fired);
    }
    const slowest = Math.max(...reached);
    return [
      lay([
        ['Funnels', 'Floor', 'Laris', 'Share', 'Goal'],
        [
          '100,000 fall due together and pass four steps each',
          seconds(median(bare)),
          seconds(moved),
          (median(bare) / moved).toFixed(3),
          `60 s ${judge(moved <= GOAL_MOVE_MS)}`,
        ],
        ['100,000 let in from a list', '', seconds(entered), '', ''],
        [
          'an event reaches 100 of a million who wait: median, slowest of ten',
          '',
          `${seconds(median(reached))}, ${seconds(slowest)}`,
          '',
          `5 s ${judge(slowest <= GOAL_EVENT_MS)}`,
        ],
        [
          'figures of 100,000 people, 400,000 steps: slowest of five',
          '',
          seconds(Math.max(...figures)),
          '',
          `1 s ${judge(Math.max(...figures) <= GOAL_STATS_MS)}`,
        ],
      ]),
      `Floor: one bare UPDATE … RETURNING of 100,000 enrolments. Memory of the worker: ${Math.round(Math.max(...resident) / MIB)} MiB at most; from the beginning to the end of the 100,000 ${grown >= 0 ? '+' : ''}${Math.round(grown / MIB)} MiB.`,
    ].join('\n\n');
  } finally {
    workers.stop();
    await client.end();
    await database.close();
  }
}
