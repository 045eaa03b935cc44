/** Changes come to their consumers: none is lost, none twice, those of a subject in order, and none holds up another's. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '@/server/platform/outbox/fold';
import type { Consumer } from '@/server/assembly/consume';
import { consumeAll } from '@/server/assembly/consumer';
import { MOST_AT_ONCE } from '@/server/platform/outbox/outbox';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeAccount, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { deliverWebhooks } from '@/server/testing/events';
import { useServer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const MINUTE = 60_000;
afterEach(() => setClockOffset(0));

async function listener(): Promise<string> {
  const accountId = await makeAccount(server.services.database);
  await makeWebhookEndpoint(server.services, accountId);
  return accountId;
}
const names = (change: Change): string => String((change.row.after ?? change.row.before).firstName);

/** A consumer that remembers what it was given, and refuses what it is told to. */
function recorder(name = 'webhooks', refuses: (change: Change) => boolean = () => false) {
  const seen: Change[] = [];
  const consumer: Consumer = {
    name,
    act(_client, _accountId, changes) {
      if (changes.some(refuses)) return Promise.reject(new Error('refused'));
      seen.push(...changes);
      return Promise.resolve();
    },
  };
  /** Takes all that is due. @returns what was taken by it */
  const consume = async (): Promise<Change[]> => {
    await consumeAll(server.services, consumer);
    return seen.splice(0);
  };
  return { consumer, consume, seen };
}
const rename = (id: string, firstName: string) =>
  server.services.database.prisma.contact.updateMany({ where: { id }, data: { firstName } });
const left = (accountId: string) => server.services.database.prisma.change.findMany({ where: { accountId } });
const deliveries = (accountId: string) =>
  server.services.database.prisma.webhookDelivery.findMany({ where: { accountId } });

describe('the order of commits', () => {
  it('may be another than that of writing: both are told', async () => {
    const accountId = await listener();
    const { id: one } = await makeContact(server.services.database, accountId, { firstName: 'A' });
    const { id: two } = await makeContact(server.services.database, accountId, { firstName: 'B' });
    const { consume } = recorder();
    await consume();
    const slow = await server.services.database.pool.connect();
    try {
      await slow.query('BEGIN');
      await slow.query(`UPDATE "Contact" SET "firstName" = 'written first' WHERE "accountId" = $1 AND id = $2`, [
        accountId,
        one,
      ]);
      await rename(two, 'committed first');
      expect((await consume()).map(names)).toEqual(['committed first']);
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }
    expect((await consume()).map(names)).toEqual(['written first']);
    expect(await left(accountId)).toEqual([]);
  });

  it('of a subject is kept, however many take at once', async () => {
    const accountId = await listener();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await makeContact(server.services.database, accountId)).id);
    const { consumer, seen } = recorder();
    const written = Promise.all(
      ids.map(async (id) => {
        for (let n = 0; n < 40; n++) await rename(id, `${n}`);
      }),
    );
    let isWriting = true;
    const takers = Array.from({ length: 4 }, async () => {
      while (isWriting) await consumeAll(server.services, consumer);
    });
    await written;
    isWriting = false;
    await Promise.all(takers);
    await consumeAll(server.services, consumer);
    for (const id of ids)
      expect(seen.filter(({ subjectId, row }) => subjectId === id && row.operation === 'update').map(names)).toEqual(
        Array.from({ length: 40 }, (_, n) => `${n}`),
      );
  });
});

describe('what one transaction does in several steps', () => {
  it('is one change, however much it does', async () => {
    const accountId = await listener();
    const { pool } = server.services.database;
    const many = MOST_AT_ONCE + 100;
    await pool.query(
      `BEGIN; INSERT INTO "Contact" ("accountId", "identityHash", "firstName", "createdAt", "updatedAt")
         SELECT '${accountId}', 'h' || n, 'made', now(), now() FROM generate_series(1, ${many}) n;
       UPDATE "Contact" SET "firstName" = 'changed' WHERE "accountId" = '${accountId}';
       UPDATE "Contact" SET "firstName" = 'in the end' WHERE "accountId" = '${accountId}'; COMMIT`,
    );
    const changes = await recorder().consume();
    expect(new Set(changes.map(({ subjectId }) => subjectId)).size).toBe(many);
    expect(changes.map((change) => `${change.row.operation} ${names(change)}`)).toEqual(
      Array<string>(many).fill('insert in the end'),
    );
  });

  it('leaves the members of a deleted list untold, however many, and reports those that were removed before', async () => {
    const accountId = await listener();
    const { pool } = server.services.database;
    const { id: listId } = await makeContactList(server.services.database, accountId);
    await pool.query(
      `WITH made AS (INSERT INTO "Contact" ("accountId", "identityHash", "createdAt", "updatedAt")
         SELECT $1, 'h' || n, now(), now() FROM generate_series(1, $3::int) n RETURNING id)
       INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT $1, $2, id, now() FROM made`,
      [accountId, listId, 2 * MOST_AT_ONCE],
    );
    const { consume } = recorder();
    await consume();
    await pool.query(
      `DELETE FROM "ContactListMember" WHERE "accountId" = $1 AND "contactId" = (SELECT min("contactId") FROM "ContactListMember" WHERE "accountId" = $1)`,
      [accountId],
    );
    await pool.query('DELETE FROM "ContactList" WHERE "accountId" = $1', [accountId]);
    expect((await consume()).map(({ table: { table } }) => table)).toEqual(['ContactListMember', 'ContactList']);
    expect(await left(accountId)).toEqual([]);
  });
});

describe('a change that cannot be acted on', () => {
  it('holds up its own subject only: tried after 1, 5 and 30 minutes, then put aside', async () => {
    const accountId = await listener();
    const { id } = await makeContact(server.services.database, accountId, { firstName: 'poison' });
    await rename(id, 'soon');
    await makeContact(server.services.database, accountId, { firstName: 'neighbour' });
    let tries = 0;
    const { consume } = recorder('webhooks', (change) => {
      const isRefused = names(change) === 'poison';
      if (isRefused) tries++;
      return isRefused;
    });
    expect((await consume()).map(names)).toEqual(['neighbour']);
    await rename(id, 'later');
    await makeContact(server.services.database, accountId, { firstName: 'another' });
    expect((await consume()).map(names)).toEqual(['another']);

    let at = 0;
    for (const wait of [1, 5, 30]) {
      tries = 0;
      setClockOffset(at + wait * MINUTE - 5_000);
      expect(await consume()).toEqual([]);
      expect(tries).toBe(0);
      at += wait * MINUTE + 5_000;
      setClockOffset(at);
      expect((await consume()).map(names)).toEqual(wait === 30 ? ['soon', 'later'] : []);
      expect(tries).toBeGreaterThan(0);
    }
    expect(await left(accountId)).toMatchObject([{ subjectId: id, dueAt: null, attempts: 4, error: 'refused' }]);
    setClockOffset(at + 24 * 60 * MINUTE);
    expect(await consume()).toEqual([]);
  });

  it('comes before what was written of its subject after it', async () => {
    const accountId = await listener();
    const { id } = await makeContact(server.services.database, accountId, { firstName: 'first' });
    let isPoison = true;
    const { consume } = recorder('webhooks', (change) => isPoison && names(change) === 'first');
    await consume();
    await rename(id, 'second');
    isPoison = false;
    expect(await consume()).toEqual([]);
    setClockOffset(2 * MINUTE);
    expect((await consume()).map(names)).toEqual(['first', 'second']);
  });

  it('may be one that cannot be told to webhooks', async () => {
    const accountId = await listener();
    const { id } = await makeContact(server.services.database, accountId);
    await server.services.database.pool.query(
      `UPDATE "Change" SET after = '{"id": 5}' WHERE "accountId" = $1 AND "subjectId" = $2`,
      [accountId, id],
    );
    const { id: other } = await makeContact(server.services.database, accountId);
    await deliverWebhooks(server.services);
    expect(
      (await deliveries(accountId)).map(
        ({ payload }) => (payload as { data: { contact: { id: string } } }).data.contact.id,
      ),
    ).toEqual([other]);
    expect(await left(accountId)).toMatchObject([{ subjectId: id, attempts: 1 }]);
  });
});

describe('consumers', () => {
  it('each take what is theirs, and fail for themselves', async () => {
    const { pool } = server.services.database;
    await pool.query(`CREATE OR REPLACE VIEW "Listener" AS
      SELECT "accountId", 'webhooks' AS consumer, id FROM "WebhookEndpoint" WHERE active
      UNION ALL SELECT "accountId", 'second', id FROM "WebhookEndpoint" WHERE description = 'second'`);
    const accountId = await listener();
    const { id: funnel } = await makeWebhookEndpoint(server.services, accountId, {
      active: false,
      description: 'second',
    });
    await makeContact(server.services.database, accountId, { firstName: 'Ani' });
    const [first, second, refusing] = [recorder(), recorder('second'), recorder('second', () => true)];
    expect(await refusing.consume()).toEqual([]);
    expect((await first.consume()).map(names)).toEqual(['Ani']);
    setClockOffset(2 * MINUTE);
    expect((await second.consume()).map((change) => [names(change), change.listeners])).toEqual([['Ani', [funnel]]]);
    expect(await left(accountId)).toEqual([]);
  });

  it('tell the endpoints that listened at the change: none that came after, and one that was switched off since when it is on again', async () => {
    const accountId = await makeAccount(server.services.database);
    const { id: stays } = await makeWebhookEndpoint(server.services, accountId);
    const { id: stops } = await makeWebhookEndpoint(server.services, accountId);
    const { id: goes } = await makeWebhookEndpoint(server.services, accountId);
    await makeContact(server.services.database, accountId, { email: `${unique('e')}@example.com` });
    await makeWebhookEndpoint(server.services, accountId);
    const { webhookEndpoint } = server.services.database.prisma;
    await webhookEndpoint.updateMany({ where: { id: stops }, data: { active: false } });
    await webhookEndpoint.deleteMany({ where: { id: goes } });
    await deliverWebhooks(server.services);
    expect((await deliveries(accountId)).map(({ endpointId, status }) => [endpointId, status]).sort()).toEqual(
      [
        [stays, 'pending'],
        [stops, 'pending'],
      ].sort(),
    );
  });
});
