/** What the database notes: the tables that events.ts name and no other, and only where somebody listens. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/client';
import { TABLES } from '@/server/modules';
import { makeAccount, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { makeReminder } from '@/server/testing/factories/offers';
import { useServer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery', CLOCK_OFFSET: '+40d' });

/** A workspace with an endpoint. */
async function listener(options: { active?: boolean } = {}): Promise<{ accountId: string; endpointId: string }> {
  const accountId = await makeAccount(server.services.database);
  return { accountId, endpointId: (await makeWebhookEndpoint(server.services, accountId, options)).id };
}
const notesOf = (accountId: string) =>
  server.services.database.prisma.change.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
const update = (accountId: string, firstName: string) =>
  server.services.database.prisma.contact.updateMany({ where: { accountId }, data: { firstName } });

it('has a trigger for each operation that an events.ts names, as it names it, and no other', async () => {
  const { rows } = await server.services.database.pool.query<{ definition: string }>(
    `SELECT pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'capture' AND t.tgenabled = 'O'`,
  );
  const transitions = {
    insert: 'NEW TABLE AS changed',
    update: 'OLD TABLE AS before NEW TABLE AS changed',
    delete: 'OLD TABLE AS changed',
  };
  const declared = TABLES.flatMap(({ table, on, subject, leftOut = [], goesWith }) =>
    on.map(
      (operation) =>
        `CREATE TRIGGER "${table}_capture_${operation}" AFTER ${operation.toUpperCase()} ON public."${table}" REFERENCING ${transitions[operation]} FOR EACH STATEMENT WHEN ((current_setting('laris.webhook_delivery'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION capture(${[subject, `{${leftOut.join(',')}}`, ...(goesWith === undefined ? [] : [goesWith.table, goesWith.by])].map((each) => `'${each}'`).join(', ')})`,
    ),
  );
  expect(rows.map(({ definition }) => definition).sort()).toEqual(declared.sort());
  expect(new Set(TABLES.map(({ table }) => table)).size).toBe(TABLES.length);
});

describe('a change', () => {
  it('is noted with the row before and after, who listened, and the service’s time', async () => {
    const { accountId, endpointId } = await listener();
    const { id } = await makeContact(server.services.database, accountId, { firstName: 'Ani' });
    await update(accountId, 'Budi');
    await server.services.database.prisma.contact.deleteMany({ where: { accountId } });
    const notes = await notesOf(accountId);
    const [ani, budi] = [
      { id, firstName: 'Ani' },
      { id, firstName: 'Budi' },
    ];
    expect(notes).toMatchObject([
      { operation: 'insert', before: null, after: ani },
      { operation: 'update', before: ani, after: budi },
      { operation: 'delete', before: budi, after: null },
    ]);
    for (const note of notes) {
      expect(note).toMatchObject({ consumer: 'webhooks', listeners: [endpointId], table: 'Contact', subjectId: id });
      expect(note.at.getTime() - Date.now()).toBeGreaterThan(39.5 * 86_400_000);
    }
    expect(new Set(notes.map(({ transaction }) => transaction)).size).toBe(3);
  });

  it('that leaves a row as it was is none', async () => {
    const { accountId } = await listener();
    await makeContact(server.services.database, accountId, { firstName: 'Ani' });
    await update(accountId, 'Ani');
    expect(await notesOf(accountId)).toHaveLength(1);
  });

  it('of several rows and workspaces in one statement is noted for each that listens', async () => {
    const [one, two, deaf] = [await listener(), await listener(), await listener({ active: false })];
    for (const { accountId } of [one, two, deaf]) {
      await makeContact(server.services.database, accountId);
      await makeContact(server.services.database, accountId);
    }
    await server.services.database.prisma.contact.updateMany({
      where: { accountId: { in: [one.accountId, two.accountId, deaf.accountId] } },
      data: { lastName: 'Sama' },
    });
    for (const { accountId, endpointId } of [one, two]) {
      const updates = (await notesOf(accountId)).filter(({ operation }) => operation === 'update');
      expect(updates).toHaveLength(2);
      for (const { subjectId, before, after, listeners } of updates) {
        expect([(before as { id: string }).id, (after as { id: string }).id]).toEqual([subjectId, subjectId]);
        expect(listeners).toEqual([endpointId]);
      }
    }
    expect(await notesOf(deaf.accountId)).toEqual([]);
  });

  it('is noted without secrets and without what is large', async () => {
    const { accountId } = await listener();
    await makeChannel(server.services, accountId);
    await makeReminder(server.services.database, accountId, { cartSnapshot: { shipTo: 'Rahasia' } });
    const notes = await notesOf(accountId);
    expect(notes.map(({ table }) => table).sort()).toEqual(['AbandonedCartReminder', 'ChannelIntegration']);
    expect(JSON.stringify(notes.map(({ after }) => after))).not.toMatch(/credentials|cartSnapshot|Rahasia/);
  });

  it('is not noted where nobody listens, or listens no more', async () => {
    const accountId = await makeAccount(server.services.database);
    await makeContact(server.services.database, accountId);
    const { id } = await makeWebhookEndpoint(server.services, accountId, { active: false });
    await update(accountId, 'Ani');
    await server.services.database.prisma.webhookEndpoint.updateMany({ where: { id }, data: { active: true } });
    await update(accountId, 'Budi');
    await server.services.database.prisma.webhookEndpoint.deleteMany({ where: { id } });
    await update(accountId, 'Citra');
    expect((await notesOf(accountId)).map(({ after }) => (after as { firstName: string }).firstName)).toEqual(['Budi']);
  });

  it('is noted of a session that was told nothing, as behind a pooler', async () => {
    const { accountId } = await listener();
    const client = new pg.Client({ connectionString: server.services.settings.databaseUrl });
    await client.connect();
    try {
      await client.query(
        `INSERT INTO "ContactList" ("accountId", name, "createdAt", "updatedAt") VALUES ($1, 'Pelanggan', now(), now())`,
        [accountId],
      );
      expect(await notesOf(accountId)).toMatchObject([{ table: 'ContactList', operation: 'insert' }]);
    } finally {
      await client.end();
    }
  });

  it('is not noted by a server without the extension', async () => {
    const { accountId } = await listener();
    const database = openDatabase(server.services.settings.databaseUrl);
    try {
      await makeContact(database, accountId);
      expect(await notesOf(accountId)).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
