/** Triggers come to their handler: none is lost, none twice, those of a contact in order, and none holds up another's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import { pruneTriggersJob } from '@/server/platform/outbox/jobs';
import { startTriggers, takeAllTriggers, type TriggerHandler } from '@/server/platform/outbox/take-triggers';
import { MOST_AT_ONCE, type TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import { fire } from '@/server/platform/outbox/triggers';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeAccount } from '@/server/testing/factories/account';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { eventually } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
afterEach(() => setClockOffset(0));

let accountId: string;
beforeEach(async () => {
  accountId = await makeAccount(server.services.database);
});

/** Fires one event that says `word`. */
const report = (contactId: string, word: string, of = accountId) =>
  systemDb(server.services.database, of).transaction((tx) =>
    fire(tx, [{ type: 'purchase', contactId, data: { checkoutSessionId: word } }]),
  );
const wordOf = ({ data }: TakenTrigger): string => (data as { checkoutSessionId: string }).checkoutSessionId;
const left = (of = accountId) =>
  server.services.database.prisma.domainEvent.findMany({
    where: { accountId: of, takenAt: null },
    orderBy: { position: 'asc' },
  });

/** What follows from an event: a row in the workspace, written in the handler's transaction. */
const follow = workspaceStatement<never, [names: string[], now: Date]>(
  'test.follow-trigger',
  `INSERT INTO "ContactList" ("accountId", name, "createdAt", "updatedAt") SELECT $1, n, $3::timestamptz, $3::timestamptz FROM unnest($2::text[]) n`,
);
const followed = async (of = accountId) =>
  (
    await server.services.database.prisma.contactList.findMany({ where: { accountId: of }, orderBy: { name: 'asc' } })
  ).map(({ name }) => name);

/** Follows each event, and remembers what was committed in which order. */
function recorder(refuses: (event: TakenTrigger) => boolean = () => false) {
  const seen: string[] = [];
  const handler: TriggerHandler = {
    async act(tx, events) {
      if (events.some(refuses)) throw new Error('refused');
      await tx.rows(follow, events.map(wordOf), tx.now);
      seen.push(...events.map((event) => `${event.contactId} ${wordOf(event)}`));
    },
  };
  const take = async (): Promise<string[]> => {
    await takeAllTriggers(server.services, handler);
    return seen.splice(0);
  };
  return { handler, take, seen };
}

describe('a trigger', () => {
  it('says what happened to whom and when, and is kept as taken', async () => {
    const contact = await makeContact(server.services.database, accountId);
    const { id: listId } = await makeContactList(server.services.database, accountId, {
      contactIds: [contact.id],
    });
    await report(contact.id, 's1');
    const taken: TakenTrigger[] = [];
    await takeAllTriggers(server.services, {
      act: (_, events) =>
        Promise.resolve(void taken.push(...events.filter(({ contactId }) => contactId === contact.id))),
    });
    expect(taken).toMatchObject([
      { type: 'list_added', contactId: contact.id, data: { listId }, attempts: 0 },
      { type: 'purchase', contactId: contact.id, data: { checkoutSessionId: 's1' }, attempts: 0 },
    ]);
    for (const { at } of taken) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(MINUTE);
    expect(await left()).toEqual([]);
    expect(await server.services.database.prisma.domainEvent.count({ where: { accountId } })).toBe(2);
    await takeAllTriggers(server.services, { act: () => Promise.reject(new Error('Nothing was left.')) });
  });

  it('of a transaction that commits later than one with a higher place is taken as well', async () => {
    const slow = await server.services.database.pool.connect();
    const { take } = recorder();
    try {
      await slow.query('BEGIN');
      await slow.query(
        `INSERT INTO "DomainEvent" ("accountId", type, "subjectId", data, "createdAt") VALUES ($1, 'purchase', 'one', '{"checkoutSessionId": "written first"}', now())`,
        [accountId],
      );
      await report('two', 'committed first');
      expect(await take()).toEqual(['two committed first']);
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }
    expect(await take()).toEqual(['one written first']);
    expect(await left()).toEqual([]);
  });

  it('of a transaction that is rolled back is none', async () => {
    await expect(
      systemDb(server.services.database, accountId).transaction(async (tx) => {
        await fire(tx, [{ type: 'purchase', contactId: 'one', data: { checkoutSessionId: 's' } }]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await recorder().take()).toEqual([]);
  });

  it('comes in the order of its contact, once, however many take while it is written', async () => {
    const contacts = ['a', 'b', 'c', 'd'];
    const { handler, seen } = recorder();
    const running = [1, 2, 3].map(() => startTriggers(server.services, handler, { everyMs: 5 }));
    await Promise.all(
      contacts.map(async (contact) => {
        for (let n = 0; n < 40; n++) await report(contact, `${contact}${n}`);
      }),
    );
    await eventually(async () => expect(await left()).toEqual([]));
    await Promise.all(running.map((each) => each.stop()));
    for (const contact of contacts)
      expect(seen.filter((each) => each.startsWith(`${contact} `))).toEqual(
        Array.from({ length: 40 }, (_, n) => `${contact} ${contact}${n}`),
      );
    expect(await followed()).toHaveLength(160);
  });

  it('is one of many: more contacts than are claimed at once', async () => {
    const many = 2 * MOST_AT_ONCE + 7;
    await systemDb(server.services.database, accountId).transaction((tx) =>
      fire(
        tx,
        Array.from({ length: many }, (_, n) => ({
          type: 'purchase' as const,
          contactId: `c${n}`,
          data: { checkoutSessionId: `s${n}` },
        })),
      ),
    );
    const taken = await recorder().take();
    expect(taken).toEqual(Array.from({ length: many }, (_, n) => `c${n} s${n}`));
  });
});

describe('a worker that dies', () => {
  it('leaves nothing of what it did, and what it had is taken by another once its lease lapses', async () => {
    await report('one', 'first');
    let go: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (go = resolve));
    let began = 0;
    const dying = takeAllTriggers(server.services, {
      async act(tx, events) {
        began++;
        await tx.rows(follow, [`of the dead ${events.length}`], tx.now);
        await stuck;
      },
    });
    await eventually(() => Promise.resolve(expect(began).toBe(1)));
    await report('one', 'second');
    await report('other', 'another');
    const { take } = recorder();
    // What came after it of its contact waits too.
    expect(await take()).toEqual(['other another']);
    setClockOffset(61_000);
    expect(await take()).toEqual(['one first', 'one second']);
    // The dead one was only slow. It has lost them, and writes nothing, also when it tries each alone.
    go();
    await dying;
    expect(await followed()).toEqual(['another', 'first', 'second']);
    expect(await left()).toEqual([]);
  });

  it('keeps them for as long as it lives: its lease is renewed', async () => {
    await report('one', 'slow');
    let go: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (go = resolve));
    let began = false;
    const slow = takeAllTriggers(
      server.services,
      {
        async act(tx, events) {
          began = true;
          await stuck;
          await tx.rows(follow, events.map(wordOf), tx.now);
        },
      },
      300,
    );
    await eventually(() => Promise.resolve(expect(began).toBe(true)));
    const [claimed] = await left();
    await eventually(async () =>
      expect((await left())[0]?.dueAt?.getTime()).toBeGreaterThan((claimed?.dueAt?.getTime() ?? 0) + 300),
    );
    expect(await recorder().take()).toEqual([]);
    go();
    await slow;
    expect(await followed()).toEqual(['slow']);
  });
});

describe('a trigger that cannot be acted on', () => {
  it('holds up its own contact only: tried after 1, 5 and 30 minutes, then put aside', async () => {
    await report('one', 'poison');
    await report('one', 'soon');
    await report('neighbour', 'fine');
    let tries = 0;
    const { take } = recorder((event) => {
      const isRefused = wordOf(event) === 'poison';
      if (isRefused) tries++;
      return isRefused;
    });
    expect(await take()).toEqual(['neighbour fine']);
    await report('one', 'later');
    await report('neighbour', 'again');
    expect(await take()).toEqual(['neighbour again']);
    let at = 0;
    for (const wait of [1, 5, 30]) {
      tries = 0;
      setClockOffset(at + wait * MINUTE - 5_000);
      expect(await take()).toEqual([]);
      expect(tries).toBe(0);
      at += wait * MINUTE + 5_000;
      setClockOffset(at);
      expect(await take()).toEqual(wait === 30 ? ['one soon', 'one later'] : []);
      expect(tries).toBeGreaterThan(0);
    }
    expect(await left()).toMatchObject([
      { subjectId: 'one', data: { checkoutSessionId: 'poison' }, dueAt: null, attempts: 4, error: 'refused' },
    ]);
    setClockOffset(at + DAY);
    expect(await take()).toEqual([]);
    // Nothing of any of the tries that failed.
    expect(await followed()).toEqual(['again', 'fine', 'later', 'soon']);
  });

  it('comes before what was written of its contact after it', async () => {
    await report('one', 'first');
    let isPoison = true;
    const { take } = recorder((event) => isPoison && wordOf(event) === 'first');
    await take();
    await report('one', 'second');
    isPoison = false;
    expect(await take()).toEqual([]);
    setClockOffset(2 * MINUTE);
    expect(await take()).toEqual(['one first', 'one second']);
  });

  it('holds up nobody, however much of its contact waits behind it', async () => {
    await report('one', 'poison');
    const { take } = recorder((event) => wordOf(event) === 'poison');
    await take();
    await systemDb(server.services.database, accountId).transaction((tx) =>
      fire(
        tx,
        Array.from({ length: MOST_AT_ONCE + 10 }, (_, n) => ({
          type: 'purchase' as const,
          contactId: 'one',
          data: { checkoutSessionId: `behind ${n}` },
        })),
      ),
    );
    await report('two', 'fine');
    expect(await take()).toEqual(['two fine']);
  });

  it('of one workspace holds up no other', async () => {
    const other = await makeAccount(server.services.database);
    await report('one', 'poison');
    await report('one', 'theirs', other);
    const { take } = recorder((event) => wordOf(event) === 'poison');
    expect(await take()).toEqual(['one theirs']);
    expect(await followed(other)).toEqual(['theirs']);
  });
});

it('is gone after 30 days, whether it was taken or not', async () => {
  const { domainEvent } = server.services.database.prisma;
  const event = { accountId, type: 'purchase', subjectId: 'one', data: {} };
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  await domainEvent.createMany({
    data: [
      { ...event, createdAt: ago(31) },
      { ...event, createdAt: ago(31), dueAt: null, takenAt: ago(31) },
      { ...event, createdAt: ago(29) },
      { ...event, createdAt: ago(29), dueAt: null, takenAt: ago(29) },
    ],
  });
  await pruneTriggersJob.run(server.services, {});
  expect((await domainEvent.findMany({ where: { accountId } })).map(({ takenAt }) => takenAt === null).sort()).toEqual([
    false,
    true,
  ]);
});
