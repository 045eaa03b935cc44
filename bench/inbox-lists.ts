/** The inbox of a workspace with a million messages: its list, its search, one conversation, and 200 tabs that are open. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { createServices } from '@/server/assembly/services';
import { makeAccount, makeKey, makeSession, makeUser } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import { ask, AT_ONCE, type Times } from './lib/ask';
import { median } from './lib/compare';
import { peakOf } from './lib/peak';
import { startOurs, type OurOptions } from './lib/servers';
import { lay } from './lib/table';

const CONVERSATIONS = 100_000;
const EACH = 10;
const PART = 10_000;
const GOAL_MS = 50;
const TABS = 200;
const ASKS_EVERY_MS = 2_500;
const LOOKED_AT_MS = 20_000;

/** Most are closed, as in a shop that answers. A tenth has nobody, a hundredth of the messages speaks of a word that is rare. */
const INSERT_CONVERSATIONS = `
  INSERT INTO "Conversation" (id, "accountId", "channelId", provider, family, "externalThreadId", address, "senderName", searched, status, unread, "lastMessageAt", "lastInboundAt", "createdAt", "updatedAt")
  SELECT $1 || n, $1, 'channel', 'msg_p2', 'whatsapp', '+62812' || n, '+62812' || n, 'Ani ' || n, 'ani ' || n || ' +62812' || n, CASE n % 10 WHEN 0 THEN 'open' ELSE 'closed' END, n % 3, at, at, at, at
  FROM (SELECT n, $2::timestamptz - n * interval '60 seconds' AS at FROM generate_series($3::int, $4::int) n) made`;
const INSERT_MESSAGES = `
  INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "providerMessageId", "authorKind", at, "createdAt")
  SELECT $1, $1 || n, 'channel', 'inbound', 'text', 'Apakah kopi ' || (ARRAY['gayo', 'toraja', 'kintamani', 'flores'])[1 + (n + k) % 4] || ' pesanan nomor' || (n * ${EACH} + k) || ' masih ada?', 'SM' || n || '-' || k, 'person', at, at
  FROM (SELECT n, k, $2::timestamptz - n * interval '60 seconds' - k * interval '1 second' AS at FROM generate_series($3::int, $4::int) n, generate_series(0, ${EACH - 1}) k) made`;

/** Over a connection of its own, without the service's limit of a statement's time. */
async function makeRows(databaseUrl: string, accountId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const at = new Date();
  for (let from = 1; from <= CONVERSATIONS; from += PART)
    for (const text of [INSERT_CONVERSATIONS, INSERT_MESSAGES])
      await client.query(text, [accountId, at, from, from + PART - 1]);
  await client.query('VACUUM ANALYZE "Conversation", "InboxMessage"');
  await client.end();
}

const PATH = '/api/v1/inbox/conversations';
const some = (of: (n: number) => string): string[] =>
  Array.from({ length: 25 }, (_, n) => of(1 + ((n * 3_989) % CONVERSATIONS)));

const requests = (accountId: string): [title: string, addresses: string[]][] => [
  ['the open ones', [PATH]],
  ['the closed ones, nobody’s', [`${PATH}?status=closed&assigneeId=none`]],
  ['q: a name', some((n) => `${PATH}?status=open,closed&q=ani%20${n}`)],
  ['q: a word of one message', some((n) => `${PATH}?status=open,closed&q=nomor${n * EACH}`)],
  ['q: a word of a quarter of all messages', [`${PATH}?q=kintamani`]],
  ['q: a word of all messages', [`${PATH}?q=kopi`]],
  ['q: a word of none', [`${PATH}?q=durian`]],
  ['one conversation’s messages', some((n) => `${PATH}/${accountId}${n}/messages`)],
];

/** @returns the figures as Markdown */
export async function measureInboxLists(options: OurOptions, rounds: number): Promise<string> {
  const { databaseUrl, appSecret } = options;
  const ours = await startOurs({ ...options, collectable: true });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const accountId = await makeAccount(database, { plan: 'scale' });
    const key = await makeKey(database, new KeyStore(database, [appSecret], () => undefined), accountId);
    await makeRows(databaseUrl, accountId);
    const rows = [['GET /inbox/conversations at 1,000,000 messages', 'p50', 'p99', 'Goal']];
    for (const [title, addresses] of requests(accountId)) {
      const times: Times[] = [];
      // The first turn plans, and is not counted.
      for (let round = 0; round <= rounds; round++) {
        const turn = await ask(ours.url, key, addresses);
        if (round > 0) times.push(turn);
      }
      const [p50, p99] = [median(times.map((each) => each.p50)), median(times.map((each) => each.p99))];
      rows.push([title, `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, p99 < GOAL_MS ? 'met' : '**missed**']);
    }
    const cookie = await cookieOf(options, accountId);
    const openTabs = () => Promise.all(Array.from({ length: TABS }, () => openTab(ours.url, cookie)));
    await ours.collect();
    const idle = await peakOf(ours, () => sleep(200));
    const tabs = await peakOf(ours, openTabs);
    // Once more without the questions of `peakOf`, which cost more than the tabs.
    const before = ours.cpu();
    await openTabs();
    const share = (ours.cpu() - before) / 1_000 / LOOKED_AT_MS;
    return [
      lay(rows),
      `${AT_ONCE} requests at a time. Goal: p99 under ${GOAL_MS} ms. ${TABS} open tabs, each asking every ${ASKS_EVERY_MS / 1000} s: the server has ${idle} MB before them and at most ${tabs} MB with them, and uses ${(share * 100).toFixed(0)} % of a processor.`,
    ].join('\n\n');
  } finally {
    await ours.stop();
    await database.close();
  }
}

/** As a tab asks, for as long as it is looked at. */
async function openTab(url: string, cookie: string): Promise<void> {
  await sleep(Math.random() * ASKS_EVERY_MS);
  for (const until = Date.now() + LOOKED_AT_MS; Date.now() < until; await sleep(ASKS_EVERY_MS)) {
    const answer = await fetch(`${url}/api/trpc/inbox.pulse?input=${encodeURIComponent('{}')}`, {
      headers: { cookie },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A tab was answered ${answer.status}.`);
  }
}

async function cookieOf({ databaseUrl, appSecret }: OurOptions, accountId: string): Promise<string> {
  const settings = testSettings(databaseUrl, { APP_SECRET: appSecret, UNSUBSCRIBE_SECRET: appSecret });
  const services = createServices(settings, { name: 'bench', poolSize: 1 });
  try {
    const user = await makeUser(services.database, accountId);
    return await makeSession(services, { sub: user.id, accountId });
  } finally {
    await services.close();
  }
}
