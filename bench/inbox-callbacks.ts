/**
 * Received messages: callbacks of WhatsApp by Twilio, each signed and with one message, applied by one worker.
 * The floor is the bare INSERT of as many messages, one by one.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { storeCallbacks, type IncomingCallback } from '@/server/platform/db/callbacks';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { callbackToken, callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { makeAccount } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { lay } from './lib/table';
import { workersOf } from './lib/workers';

const CALLS = 10_000;
const PEOPLE = 1_000;
const STORED_AT_ONCE = 1_000;
const GOAL_SHARE = 0.5;
const GOAL_RATE = 1_000;
const CREDENTIALS = { accountSid: 'AC1', authToken: 'auth-token', fromNumber: 'whatsapp:+14155238886' };

export interface InboxCallbacksOptions {
  databaseUrl: string;
  appSecret: string;
  rounds: number;
}

const insertMessage = {
  name: 'message',
  text: `INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "providerMessageId", "authorKind", at, "createdAt")
         VALUES ($1, $2, 'bare', 'inbound', 'text', $3, $4, 'person', $5, $5)`,
};

async function bare(client: pg.Client, accountId: string): Promise<number> {
  const at = new Date();
  await client.query(
    `INSERT INTO "Conversation" (id, "accountId", "channelId", provider, family, "externalThreadId", address, "lastMessageAt", "createdAt", "updatedAt")
     SELECT $1 || n, $1, 'bare', 'msg_p2', 'whatsapp', n::text, n::text, $2, $2, $2 FROM generate_series(0, ${PEOPLE - 1}) n`,
    [accountId, at],
  );
  const begun = performance.now();
  for (let n = 0; n < CALLS; n++)
    await client.query({
      ...insertMessage,
      values: [accountId, `${accountId}${n % PEOPLE}`, `Apakah kopi ${n} masih ada?`, `SM${n}`, new Date()],
    });
  return performance.now() - begun;
}

/** A channel that was called; whoever called is known as a contact, or is not. */
async function channelThatWasCalled(
  database: Database,
  { databaseUrl, appSecret }: InboxCallbacksOptions,
): Promise<{ accountId: string; channelId: string }> {
  const settings = testSettings(databaseUrl, { APP_SECRET: appSecret });
  const accountId = await makeAccount(database, { plan: 'scale' });
  const channel = await makeChannel({ database, settings }, accountId, {
    provider: 'msg_p2',
    credentials: CREDENTIALS,
  });
  const connection = { channelId: channel.id, credentials: CREDENTIALS, config: {}, externalId: null, base: '' };
  const [address, token] = [callbackUrl(settings, channel), callbackToken(settings.appSecrets[0], channel.id)];
  const at = new Date();
  const callbacks = Array.from({ length: CALLS }, (_, n): IncomingCallback => {
    const words = {
      sender: `+628120${String(1_000_000 + (n % PEOPLE))}`,
      name: 'Ani',
      text: `Apakah kopi ${n} masih ada?`,
      providerMessageId: `SM${n}`,
      at,
    };
    const call = ADAPTERS.msg_p2.sandbox.inbound?.(words, connection, address, token);
    if (call === undefined || call === null) throw new Error('Nobody writes.');
    return { ...call, channelId: channel.id, receivedAt: at };
  });
  for (let from = 0; from < CALLS; from += STORED_AT_ONCE)
    await storeCallbacks(database, callbacks.slice(from, from + STORED_AT_ONCE));
  await database.pool.query('ANALYZE "ChannelCallback", "Conversation", "InboxMessage"');
  return { accountId, channelId: channel.id };
}

/** @returns the figures as Markdown */
export async function measureInboxCallbacks(options: InboxCallbacksOptions): Promise<string> {
  const { databaseUrl, rounds } = options;
  const workers = await workersOf('inbox-callbacks', options);
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ours = async (): Promise<number> => {
      const channel = await channelThatWasCalled(database, options);
      const worker = workers.start('work', { PROVIDERS: 'sandbox' });
      await once(worker, 'message');
      worker.send(channel);
      const [{ ms }] = (await once(worker, 'message')) as [{ ms: number }];
      worker.kill('SIGKILL');
      const messages = await database.prisma.inboxMessage.count({ where: { accountId: channel.accountId } });
      const conversations = await database.prisma.conversation.count({ where: { accountId: channel.accountId } });
      if (messages !== CALLS || conversations !== PEOPLE)
        throw new Error(`${messages} messages of ${conversations} people came in.`);
      return ms;
    };
    const turns: { floor: number; ours: number }[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({ floor: await bare(client, await makeAccount(database)), ours: await ours() });
    const rate = (ms: number): number => CALLS / (ms / 1000);
    const words = (value: number): string => Math.round(value).toLocaleString('en');
    const share = median(turns.map((turn) => turn.floor / turn.ours));
    const reached = rate(median(turns.map((turn) => turn.ours)));
    return lay([
      ['Messages received, a callback each', 'Floor /s', 'Laris /s', 'Share', 'Goal'],
      [
        `of ${words(PEOPLE)} people`,
        words(rate(median(turns.map(({ floor }) => floor)))),
        words(reached),
        share.toFixed(2),
        `${GOAL_SHARE}, ${words(GOAL_RATE)} a second ${share >= GOAL_SHARE && reached >= GOAL_RATE ? 'met' : '**missed**'}`,
      ],
    ]);
  } finally {
    workers.stop();
    await client.end();
    await database.close();
  }
}
