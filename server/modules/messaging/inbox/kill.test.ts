/**
 * kill -9 of the worker while it takes in what 200 people wrote (docs/contract/inbox.md#receiving), often two at once: every
 * message is there once, and all that hangs on it once too.
 */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { storeCallbacks, type IncomingCallback } from '@/server/platform/db/callbacks';
import { now } from '@/server/platform/lib/clock';
import { killAll } from '@/server/testing/chaos';
import { expectData } from '@/server/testing/http';
import { closedNow, makeReceiver, signedWords } from '@/server/testing/inbox';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';

const KILLS = times(8, 20);
const CALLBACKS = times(1_600, 5_000);
const PEOPLE = 200;
const EACH = CALLBACKS / PEOPLE;
/** Vendors say some things twice. */
const REPEATED = CALLBACKS / 5;

const server = useServer();
const program = useProgram('server/testing/callbacks-worker.ts');

it('loses nothing and doubles nothing', { timeout: 240_000 }, async () => {
  const { database, settings } = server.services;
  const { prisma } = database;
  const { accountId, key } = await server.makeTenant();
  expectData(await server.call(key, 'PATCH', '/api/v1/inbox/settings', { body: { away: closedNow('Besok, ya.') } }));
  const channel = await makeReceiver(server, 'msg_p2', accountId);
  const sender = (n: number): string => `+62812000${String(1_000 + (n % PEOPLE))}`;
  const callbacks: IncomingCallback[] = [];
  for (let n = 0; n < CALLBACKS; n++) {
    const words = { sender: sender(n), text: `pesan ${n}`, providerMessageId: `SM${n}` };
    callbacks.push({ channelId: channel.id, ...(await signedWords(server, channel, words)), receivedAt: now() });
  }
  for (let from = 0; from < CALLBACKS; from += 500) await storeCallbacks(database, callbacks.slice(from, from + 500));
  await storeCallbacks(database, callbacks.slice(0, REPEATED));

  const environment = {
    DATABASE_URL: settings.databaseUrl,
    PROVIDERS: 'sandbox',
    APP_SECRET: settings.appSecrets[0],
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const word = () => ({ accountId, channelId: channel.id });
  const stoppedAt = await killAll({
    kills: KILLS,
    atOnce: (kill) => 1 + (kill % 2),
    start: () => program.start(environment),
    word,
    done: () => prisma.channelCallback.count({ where: { accountId, appliedAt: { not: null } } }),
    all: CALLBACKS + REPEATED,
    momentMs: 30,
    withinMs: 30_000,
  });
  // The kills came while there was something to do.
  expect(stoppedAt.filter((count) => count < CALLBACKS + REPEATED).length).toBeGreaterThanOrEqual(KILLS / 2);
  const last = await program.start(environment);
  const ended = once(last, 'exit');
  last.send(word());
  await ended;

  expect(await prisma.channelCallback.count({ where: { accountId, result: 'applied' } })).toBe(CALLBACKS + REPEATED);
  const messages = await prisma.inboxMessage.findMany({
    where: { accountId },
    select: { direction: true, text: true },
  });
  const said = messages.filter(({ direction }) => direction === 'inbound').map(({ text }) => text);
  expect(said.toSorted()).toEqual(Array.from({ length: CALLBACKS }, (_, n) => `pesan ${n}`).toSorted());
  const conversations = await prisma.conversation.findMany({ where: { accountId } });
  expect(new Set(conversations.map(({ externalThreadId }) => externalThreadId)).size).toBe(PEOPLE);
  expect(conversations).toHaveLength(PEOPLE);
  // Nobody read or answered: what counts is what came in.
  expect(conversations.map(({ unread }) => unread)).toEqual(conversations.map(() => EACH));
  // The away message, once for each of them.
  expect(messages.filter(({ direction }) => direction === 'outbound')).toHaveLength(PEOPLE);
  expect(await prisma.marketingMessage.count({ where: { accountId } })).toBe(PEOPLE);
});
