/**
 * kill -9 of the worker in the middle of a broadcast with `onePerAddress` (docs/contract/broadcasts.md#sending): of the contacts with
 * one address the oldest is written to, and nobody else is, whenever the worker dies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killByTurns } from '@/server/testing/chaos';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';
import { startSink } from '@/server/testing/sink';

const KILLS = times(6, 20);
/** More than a kill lets pass. */
const ADDRESSES = 120 * KILLS;
const CONTACTS = 3 * ADDRESSES;

const sink = await startSink();
const environment = {
  PROVIDERS: 'live',
  PROVIDER_BASE_EMAIL_P1: sink.url,
  APP_SECRET: 'a'.repeat(40),
  UNSUBSCRIBE_SECRET: 'u'.repeat(40),
};
const server = useServer(environment);
const program = useProgram('server/testing/delivery-worker.ts');
const prisma = () => server.services.database.prisma;

beforeAll(() => {
  // Long enough that a kill finds some under way.
  sink.answer = () => sleep(Math.random() * 30).then(() => ({ status: 200 }));
});
afterAll(() => sink.close());

const addressOf = (n: number): string => `toko${n % ADDRESSES}@example.test`;

/** Three contacts for each address, each younger than those with a smaller number. */
async function makeContacts(): Promise<{ id: string; n: number }[]> {
  const data = Array.from({ length: CONTACTS }, (_, n) => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000);
    const identityHash = unique('h');
    return { accountId: server.ours.accountId, identityHash, email: addressOf(n), createdAt: at, updatedAt: at };
  });
  const made = await prisma().contact.createManyAndReturn({ data, select: { id: true, createdAt: true } });
  return made.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map(({ id }, n) => ({ id, n }));
}

it(`writes to the oldest contact of each address and skips the others, over ${KILLS} kills`, async () => {
  await makeChannel(server.services, server.ours.accountId, { provider: 'email_p1' });
  const contacts = await makeContacts();
  const audience = { contactIds: contacts.map(({ id }) => id), onePerAddress: true };
  const { id } = await makeBroadcast(server.services.database, server.ours.accountId, { audience });
  const path = `/api/v1/broadcasts/${id}`;
  expect(expectData(await server.call(server.ours.key, 'POST', `${path}/send`))).toEqual({ id, queued: ADDRESSES });

  const survivors = await killByTurns({
    kills: KILLS,
    atOnce: 2,
    done: () => sink.arrivals.length,
    atLeast: 5,
    momentMs: 60,
    withinMs: 10_000,
    start: () => program.start({ ...environment, DATABASE_URL: server.services.settings.databaseUrl }),
    word: () => 'go',
  });
  try {
    // Kills after the end would prove nothing.
    expect(survivors.stoppedAt.at(-1)).toBeLessThan(ADDRESSES);
    await eventually(async () => {
      const { statusCounts } = expectData(await server.call(server.ours.key, 'GET', path));
      expect(statusCounts).toEqual({ sent: ADDRESSES, skipped: CONTACTS - ADDRESSES });
    });
  } finally {
    await survivors.stop();
  }

  const rows = await prisma().marketingMessage.findMany({ where: { campaignId: id } });
  const [oldest, others] = [contacts.slice(0, ADDRESSES), contacts.slice(ADDRESSES)];
  const outcome = rows.map(({ contactId, status, lastError }) => `${contactId} ${status} ${lastError}`).sort();
  expect(outcome).toEqual(
    [
      ...oldest.map((contact) => `${contact.id} sent null`),
      ...others.map((contact) => `${contact.id} skipped SAME_ADDRESS`),
    ].sort(),
  );
  // A message that a kill cut short may come again under the same key, by which the vendor knows it.
  const messageOf = new Map(rows.filter(({ status }) => status === 'sent').map((row) => [row.recipient, row.id]));
  expect([...messageOf.keys()].sort()).toEqual(oldest.map(({ n }) => addressOf(n)).sort());
  for (const arrival of sink.arrivals) expect(arrival.id).toBe(messageOf.get(arrival.recipient));
  expect(new Set(sink.arrivals.map(({ recipient }) => recipient)).size).toBe(ADDRESSES);
});
