/**
 * A segment of four conditions at 1,000,000 contacts: our count, statement and service together,
 * against the same question as one would write it by hand.
 */
import pg from 'pg';
import { openDatabase } from '@/server/platform/db/client';
import { workspaceDb } from '@/server/platform/db/workspace';
import { count } from '@/server/modules/audience/audience-segments/preview';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { makeAccount } from '@/server/testing/factories/account';
import { makeSegment } from '@/server/testing/factories/audience';
import { median } from './lib/compare';

const CONTACTS = 1_000_000;
const ROUNDS = 5;
/** Milliseconds. */
const GOAL = 800;

const CONDITIONS: Definition['groups'][number]['conditions'] = [
  { field: 'attributes.city', op: 'eq', value: 'Bandung' },
  { field: 'attributes.orders', op: 'gte', value: 5 },
  { field: 'subscriptions.email', op: 'neq', value: 'unsubscribed' },
  { event: 'message.opened', op: 'at_least', count: 1, withinDays: 30 },
];

const BY_HAND = `
  SELECT count(*)::int AS count FROM "Contact" c WHERE c."accountId" = $1
    AND c.attributes ->> 'city' = 'Bandung' AND (c.attributes ->> 'orders')::numeric >= 5 AND c.subscriptions ->> 'email' IS DISTINCT FROM 'unsubscribed'
    AND EXISTS (SELECT 1 FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."contactId" = c.id AND m."openedAt" >= $2::timestamptz - interval '30 days')`;

/** One in five in Bandung, one in ten opted out; everybody was sent to, one in four opened. */
const SEED = [
  `INSERT INTO "Contact" ("accountId", id, "identityHash", email, "firstName", subscriptions, attributes, source, "createdAt", "updatedAt")
   SELECT $1, 'c' || lpad(n::text, 24, '0'), md5(n::text), 'person' || n || '@example.test', 'Person',
     CASE WHEN n % 10 = 0 THEN '{"email":"unsubscribed"}' ELSE '{"email":"subscribed"}' END::jsonb,
     jsonb_build_object('city', (ARRAY['Jakarta','Bandung','Surabaya','Medan','Semarang'])[1 + n % 5], 'orders', n % 40), 'bench', $2::timestamptz - n * interval '30 seconds', $2
   FROM generate_series(1, ${CONTACTS}) n`,
  `INSERT INTO "MarketingMessage" ("accountId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "sentAt", "openedAt", "createdAt", "updatedAt")
   SELECT $1, 'c' || lpad(n::text, 24, '0'), 'cbench', 'email_p1', 'x', 'cbench', 'sent', $2, CASE WHEN n % 4 = 0 THEN $2::timestamptz END, $2, $2 FROM generate_series(1, ${CONTACTS}) n`,
];

/** @returns a paragraph for RESULTS.md. @throws Error when the two do not find the same number */
export async function measureSegments(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  // Not of the pool: making a million rows takes longer than a request may.
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    const accountId = await makeAccount(database);
    const now = new Date();
    for (const statement of SEED) await admin.query(statement, [accountId, now]);
    await admin.query('VACUUM ANALYZE "Contact", "MarketingMessage"');
    const { id } = await makeSegment(database, accountId, {
      definition: { match: 'all', groups: [{ match: 'all', conditions: CONDITIONS }] },
    });
    const db = workspaceDb(database, {
      accountId,
      actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
      now,
    });
    const ours = async (): Promise<number> => (await count(db, id, { keep: true })).count;
    const floor = async (): Promise<number> =>
      (await database.pool.query<{ count: number }>(BY_HAND, [accountId, now])).rows[0]?.count ?? -1;
    const [found, expected] = [await ours(), await floor()];
    if (found !== expected)
      throw new Error(`The segment finds ${found} contacts, and the statement by hand ${expected}.`);
    const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of [
        ['floor', floor],
        ['ours', ours],
      ] as const) {
        const start = performance.now();
        await run();
        times[name].push(performance.now() - start);
      }
    }
    const [byHand, byUs] = [median(times.floor), median(times.ours)];
    return `A segment of four conditions, ${found.toLocaleString('en')} of ${CONTACTS.toLocaleString('en')} contacts: ${byUs.toFixed(0)} ms, by hand ${byHand.toFixed(0)} ms; goal ${GOAL} ms: ${byUs < GOAL ? 'met' : 'missed'}.`;
  } finally {
    await admin.end();
    await database.close();
  }
}
