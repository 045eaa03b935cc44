/**
 * POST /broadcasts/:id/send with 40 KB of HTML, beside the bare INSERT … SELECT of the same message rows; by turns, on
 * empty message tables. And once to a million, with what that does to memory and disk.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { makeAccount, makeKey, type MadeKey } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { testSettings } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';
import { median } from './lib/compare';
import { lay } from './lib/table';

const PEOPLE = 100_000;
const MANY = 1_000_000;
/** What is asked of a send. */
const GOAL_TIMES = 1.3;
const GOAL_MS = 2_500;
const HTML_BYTES = 40 * 1024;

const INSERT_CONTACTS = `
  WITH made AS (
    INSERT INTO "Contact" ("accountId", "identityHash", email, "phoneE164", "firstName", "createdAt", "updatedAt")
    SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), 'user' || n || '@example.com', '+62812' || n, 'Sari', $2::timestamptz, $2::timestamptz FROM generate_series($4::int, $5::int) n RETURNING id)
  INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT $1, $3, id, $2::timestamptz FROM made`;

/** The rows and nothing else: no dedupe, no opt-outs, no checks. */
const FLOOR = `
  INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "createdAt", "updatedAt", "claimableAt")
  SELECT c."accountId", $2, c.id, 'channel', 'email_p1', c.email, 'content', 'queued', $3::timestamptz, $3::timestamptz, $3::timestamptz FROM "Contact" c WHERE c."accountId" = $1`;

export interface BroadcastSendOptions {
  databaseUrl: string;
  appSecret: string;
  /** Our server. */
  url: string;
  rounds: number;
  /** The one send to a million too. */
  million: boolean;
}

interface World {
  accountId: string;
  listId: string;
  key: MadeKey;
}

/** @returns the figures as Markdown */
export async function measureBroadcastSend({
  databaseUrl,
  appSecret,
  url,
  rounds,
  million,
}: BroadcastSendOptions): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const world = await makeWorld(database, databaseUrl, appSecret);
    await addPeople(client, world, 1, PEOPLE);
    const [floor, ours]: [number[], number[]] = [[], []];
    // The first turn of each fills caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const [bare, sent] = [await floorTurn(client, world), (await ourTurn(client, database, world, url)).ms];
      if (round > 0) floor.push(bare);
      if (round > 0) ours.push(sent);
    }
    const times = median(ours.map((ms, round) => ms / (floor[round] as number)));
    const parts = [
      lay([
        ['Send of 40 KB of HTML to 100,000', 'Floor', 'Laris', 'Times', 'Goal'],
        [
          'POST send',
          seconds(median(floor)),
          seconds(median(ours)),
          times.toFixed(2),
          times <= GOAL_TIMES && median(ours) < GOAL_MS ? 'met' : 'missed',
        ],
      ]),
      `Floor: one INSERT … SELECT of the message rows. Goals: at most ${GOAL_TIMES} times its time, and under ${GOAL_MS / 1000} s.`,
    ];
    if (million) {
      await addPeople(client, world, PEOPLE + 1, MANY);
      const bare = await floorTurn(client, world);
      const { ms, queued, memory, disk } = await ourTurn(client, database, world, url);
      parts.push(
        `To ${queued.toLocaleString('en')}, once: ${seconds(ms)} (floor ${seconds(bare)}); resident memory of the web process ${mib(memory.before)} before, at most ${mib(memory.most)} meanwhile; messages and their indexes take ${mib(disk)}.`,
      );
    }
    return parts.join('\n\n');
  } finally {
    await client.query('TRUNCATE "MarketingMessage", "BroadcastTally"');
    await client.end();
    await database.close();
  }
}

async function makeWorld(database: Database, databaseUrl: string, appSecret: string): Promise<World> {
  const accountId = await makeAccount(database);
  await makeChannel({ database, settings: testSettings(databaseUrl, { APP_SECRET: appSecret }) }, accountId);
  const key = await makeKey(database, new KeyStore(database, [appSecret], () => undefined), accountId);
  const at = new Date();
  const list = await database.prisma.contactList.create({
    data: { accountId, name: 'Everybody', createdAt: at, updatedAt: at },
  });
  return { accountId, listId: list.id, key };
}

async function addPeople(client: pg.Client, { accountId, listId }: World, from: number, to: number): Promise<void> {
  await client.query(INSERT_CONTACTS, [accountId, new Date(), listId, from, to]);
  await client.query('VACUUM ANALYZE "Contact", "ContactListMember"');
}

async function empty(client: pg.Client): Promise<void> {
  await client.query('TRUNCATE "MarketingMessage", "BroadcastTally"');
  await client.query('CHECKPOINT');
}

async function floorTurn(client: pg.Client, { accountId }: World): Promise<number> {
  await empty(client);
  const started = performance.now();
  await client.query(FLOOR, [accountId, 'broadcast', new Date()]);
  return performance.now() - started;
}

async function ourTurn(client: pg.Client, database: Database, { accountId, listId, key }: World, url: string) {
  await empty(client);
  const html = `<p>${'Words of an offer. '.repeat(HTML_BYTES / 19)}</p>`;
  const { id } = await makeBroadcast(database, accountId, {
    content: { email: { subject: 'Sale', html, text: 'Sale' } },
    audience: { listIds: [listId] },
  });
  const path = `/api/v1/broadcasts/${id}/send`;
  const before = await residentOf(url);
  let most = before;
  const course = { answered: false };
  const watching = (async () => {
    while (!course.answered) {
      most = Math.max(most, await residentOf(url));
      await sleep(200);
    }
  })();
  const started = performance.now();
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: signedHeaders(key, { method: 'POST', url: path, body: undefined }),
  });
  const ms = performance.now() - started;
  course.answered = true;
  await watching;
  const { data, error } = (await answer.json()) as {
    data: { queued: number } | null;
    error: { message: string } | null;
  };
  if (data === null) throw new Error(`The send failed: ${error?.message ?? ''}`);
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('"MarketingMessage"') AS bytes`,
  );
  return { ms, queued: data.queued, memory: { before, most }, disk: Number(rows[0]?.bytes) };
}

async function residentOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
