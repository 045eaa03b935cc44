/** Undoing an import (docs/contract/contacts.md#undoing-an-import). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendChunks, type FileOptions } from '@/server/testing/contact-imports';
import { makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { nextMillisecond } from '@/server/testing/waits';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;
const address = (): string => `${unique('undo')}@example.test`;
const call = (method: string, path: string, body?: Record<string, unknown>): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const undo = (id: string, dryRun = false): Promise<Answer> => call('POST', `/contacts/imports/${id}/undo`, { dryRun });

/** A file, imported. */
async function imported(rows: Record<string, unknown>[], options?: FileOptions): Promise<string> {
  const id = await sendChunks(server, server.ours, rows, options);
  await runJobs(server.services);
  await trpc(server, 'mutation', 'contacts.imports.start', { id }, { cookie: server.ours.cookie });
  await runJobs(server.services);
  return id;
}
const find = (email: string) => prisma().contact.findFirst({ where: { accountId: server.ours.accountId, email } });

describe('undo of an import', () => {
  it('removes whom it made, gives back what it changed, and says so before', async () => {
    const [old, fresh] = [address(), address()];
    const database = server.services.database;
    await makeContact(database, server.ours.accountId, {
      email: old,
      firstName: 'Sari',
      attributes: { city: 'Solo', cups: 2 },
    });
    const list = unique('List ');
    const id = await imported(
      [
        { email: old, firstName: 'Dewi', lastName: 'L', attributes: { city: 'Bandung', gift: true } },
        { email: fresh, firstName: 'New' },
      ],
      { listName: list },
    );
    const before = await snapshotOf(server, server.ours.accountId);
    expect(expectData(await undo(id, true))).toEqual({ removed: 1, restored: 1, kept: 0 });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
    expect(expectData(await undo(id))).toEqual({ removed: 1, restored: 1, kept: 0 });
    expect(await find(fresh)).toBeNull();
    expect(await find(old)).toMatchObject({ firstName: 'Sari', lastName: null, attributes: { city: 'Solo', cups: 2 } });
    expect(await prisma().contactList.findFirst({ where: { name: list } })).toMatchObject({ memberCount: 0 });
    expect(await prisma().contactImportChange.count({ where: { importId: id } })).toBe(0);
    // Done is done.
    expect(expectData(await undo(id))).toEqual({ removed: 1, restored: 1, kept: 0 });
    expect(expectData(await undo(id, true))).toEqual({ removed: 1, restored: 1, kept: 0 });
    const entries = await prisma().auditEntry.findMany({
      where: { accountId: server.ours.accountId, action: 'contact.undo_import' },
    });
    expect(entries).toMatchObject([
      { targetType: 'workspace', data: { name: 'people.csv', removed: 1, restored: 1, kept: 0 } },
    ]);
  });

  it('leaves alone whatever happened since', async () => {
    const database = server.services.database;
    const [changed, written, listed, quiet, mixed] = [address(), address(), address(), address(), address()];
    await makeContact(database, server.ours.accountId, { email: mixed, firstName: 'Sari', lastName: 'A' });
    const id = await imported([
      ...[changed, written, listed, quiet].map((email) => ({ email })),
      { email: mixed, firstName: 'Dewi', lastName: 'B' },
    ]);
    const idOf = async (email: string): Promise<string> => (await find(email))?.id ?? '';
    expectData(await call('PATCH', `/contacts/${await idOf(changed)}`, { firstName: 'Kept' }));
    const mails = await makeChannel(server.services, server.ours.accountId);
    await makeMessage(database, server.ours.accountId, {
      channelIntegrationId: mails.id,
      contactId: await idOf(written),
      recipient: written,
      status: 'sent',
      claimableAt: null,
    });
    const list = await makeContactList(database, server.ours.accountId);
    expectData(await call('POST', `/contact-lists/${list.id}/members`, { contactIds: [await idOf(listed)] }));
    expectData(await call('PATCH', `/contacts/${await idOf(mixed)}`, { firstName: 'Rina' }));
    expect(expectData(await undo(id))).toEqual({ removed: 1, restored: 1, kept: 3 });
    expect(await find(quiet)).toBeNull();
    expect(await find(mixed)).toMatchObject({ firstName: 'Rina', lastName: 'A' });
    for (const email of [changed, written, listed]) expect(await find(email)).not.toBeNull();
  });

  it('counts no message that nobody was handed, and takes back what still waits', async () => {
    const database = server.services.database;
    const [skipped, queued, doubted, sent] = [address(), address(), address(), address()];
    const id = await imported([skipped, queued, doubted, sent].map((email) => ({ email })));
    const mails = await makeChannel(server.services, server.ours.accountId);
    const message = async (email: string, more: object) =>
      makeMessage(database, server.ours.accountId, {
        channelIntegrationId: mails.id,
        contactId: (await find(email))?.id ?? '',
        recipient: email,
        ...more,
      });
    const made = [
      await message(skipped, { status: 'skipped', claimableAt: null, lastError: 'The broadcast was canceled.' }),
      await message(queued, { status: 'queued' }),
    ];
    await message(doubted, { status: 'skipped', claimableAt: null, doubtedAt: new Date() });
    await message(sent, { status: 'sent', claimableAt: null });
    expect(expectData(await undo(id, true))).toEqual({ removed: 2, restored: 0, kept: 2 });
    expect(expectData(await undo(id))).toEqual({ removed: 2, restored: 0, kept: 2 });
    expect([await find(skipped), await find(queued)]).toEqual([null, null]);
    for (const email of [doubted, sent]) expect(await find(email)).not.toBeNull();
    const left = await prisma().marketingMessage.findMany({ where: { id: { in: made.map((each) => each.id) } } });
    expect(left.map(({ status, contactId, claimableAt }) => ({ status, contactId, claimableAt }))).toEqual(
      made.map(() => ({ status: 'skipped', contactId: null, claimableAt: null })),
    );
    expect(left.filter(({ recipient }) => recipient.includes('@'))).toEqual([]);
  });

  it('leaves no opt-out of somebody whom only the file knew, but what a recipient has begun since', async () => {
    const [gone, stays] = [address(), address()];
    const rows = [gone, stays].flatMap((email) =>
      ['subscribed', 'unsubscribed'].map((word) => ({ email, subscriptions: { email: word } })),
    );
    const id = await imported(rows, { chunkRows: 1 });
    const optOuts = (of: string) => prisma().suppression.count({ where: { address: of } });
    expect([await optOuts(gone), await optOuts(stays)]).toEqual([1, 1]);
    await prisma().suppression.updateMany({ where: { address: stays }, data: { reason: 'recipient' } });
    expect(expectData(await undo(id))).toMatchObject({ removed: 2 });
    expect([await optOuts(gone), await optOuts(stays)]).toEqual([0, 1]);
  });

  it('takes back an opt-out that the file brought, also of others at the address, and none that came since', async () => {
    const database = server.services.database;
    const [shared, since] = [address(), address()];
    const subscribed = { subscriptions: { email: 'subscribed' } };
    await makeContact(database, server.ours.accountId, { email: shared, ...subscribed });
    await makeContact(database, server.ours.accountId, {
      email: shared,
      phone: `0812${Date.now() % 1e8}`,
      ...subscribed,
    });
    await makeContact(database, server.ours.accountId, { email: since, ...subscribed });
    const id = await imported([
      { email: shared, subscriptions: { email: 'unsubscribed' } },
      { email: since, subscriptions: { email: 'unsubscribed' } },
    ]);
    const words = async (email: string): Promise<unknown[]> =>
      (await prisma().contact.findMany({ where: { email } })).map(({ subscriptions }) => subscriptions);
    expect(await words(shared)).toEqual([{ email: 'unsubscribed' }, { email: 'unsubscribed' }]);
    await prisma().suppression.updateMany({ where: { address: since }, data: { reason: 'recipient' } });
    expect(expectData(await undo(id))).toEqual({ removed: 0, restored: 2, kept: 1 });
    expect(await words(shared)).toEqual([{ email: 'subscribed' }, { email: 'subscribed' }]);
    expect(await prisma().suppression.count({ where: { address: shared } })).toBe(0);
    expect(await words(since)).toEqual([{ email: 'unsubscribed' }]);
    expect(await prisma().suppression.count({ where: { address: since } })).toBe(1);
  });

  it('says before what it does: of whoever only leaves the list, and of an opt-out that was said again since', async () => {
    const database = server.services.database;
    const subscribed = { subscriptions: { email: 'subscribed' } };
    const [listed, heldAlone, heldAndListed, renewed] = [address(), address(), address(), address()];
    const listName = unique('List ');
    for (const email of [listed, heldAlone, heldAndListed, renewed])
      await makeContact(database, server.ours.accountId, { email, ...subscribed });
    const out = { subscriptions: { email: 'unsubscribed' } };
    const onlyList = await imported([{ email: listed }, { email: heldAndListed, ...out }], { listName });
    const without = await imported([
      { email: heldAlone, ...out },
      { email: renewed, firstName: 'Dewi', ...out },
    ]);
    await nextMillisecond();
    for (const email of [heldAlone, heldAndListed, renewed])
      expectData(await call('DELETE', `/contacts/${(await find(email))?.id}`));
    for (const [id, figures] of [
      [onlyList, { removed: 0, restored: 2, kept: 0 }],
      [without, { removed: 0, restored: 1, kept: 1 }],
    ] as const) {
      expect(expectData(await undo(id, true))).toEqual(figures);
      expect(expectData(await undo(id))).toEqual(figures);
    }
    expect(await prisma().contactList.findFirst({ where: { name: listName } })).toMatchObject({ memberCount: 0 });
    for (const email of [heldAlone, heldAndListed, renewed])
      expect(await find(email)).toMatchObject({ firstName: null, subscriptions: { email: 'unsubscribed' } });
  });

  it('counts nobody as restored whose attributes have grown so that what stood there has no room', async () => {
    const email = address();
    const large = 'x'.repeat(60 * 1024);
    await makeContact(server.services.database, server.ours.accountId, {
      email,
      firstName: 'Sari',
      attributes: { story: large },
    });
    const both = address();
    await makeContact(server.services.database, server.ours.accountId, {
      email: both,
      firstName: 'Sari',
      attributes: { story: large },
    });
    const id = await imported([
      { email, attributes: { story: 'short' } },
      { email: both, firstName: 'Dewi', attributes: { story: 'short' } },
    ]);
    for (const each of [email, both]) {
      const contact = await find(each);
      expectData(await call('PATCH', `/contacts/${contact?.id ?? ''}`, { attributes: { other: large } }));
    }
    expect(expectData(await undo(id, true))).toEqual({ removed: 0, restored: 1, kept: 1 });
    expect(expectData(await undo(id))).toEqual({ removed: 0, restored: 1, kept: 1 });
    expect(await find(email)).toMatchObject({ attributes: { story: 'short', other: large } });
    expect(await find(both)).toMatchObject({ firstName: 'Sari', attributes: { story: 'short', other: large } });
  });

  it('leaves on the list whoever left it since and came back, and says so before', async () => {
    const email = address();
    const contact = await makeContact(server.services.database, server.ours.accountId, { email });
    const listName = unique('List ');
    const id = await imported([{ email }], { listName });
    const list = await prisma().contactList.findFirstOrThrow({ where: { name: listName } });
    await nextMillisecond();
    expectData(await call('DELETE', `/contact-lists/${list.id}/members/${contact.id}`));
    expectData(await call('POST', `/contact-lists/${list.id}/members`, { contactIds: [contact.id] }));
    const figures = { removed: 0, restored: 0, kept: 1 };
    expect(expectData(await undo(id, true))).toEqual(figures);
    expect(expectData(await undo(id))).toEqual(figures);
    expect(await prisma().contactListMember.count({ where: { listId: list.id } })).toBe(1);
  });

  it('takes no opt-out back that the merchant has said again since', async () => {
    const email = address();
    const contact = await makeContact(server.services.database, server.ours.accountId, {
      email,
      subscriptions: { email: 'subscribed' },
    });
    const id = await imported([{ email, firstName: 'Dewi', subscriptions: { email: 'unsubscribed' } }]);
    await nextMillisecond();
    expectData(await call('DELETE', `/contacts/${contact.id}`));
    expectData(await undo(id));
    expect(await find(email)).toMatchObject({ firstName: null, subscriptions: { email: 'unsubscribed' } });
    expect(await prisma().suppression.count({ where: { address: email } })).toBe(1);
  });

  it('keeps when people agreed by the file, in the ledger beside when we were told', async () => {
    const email = address();
    const made = await trpc(
      server,
      'mutation',
      'contacts.imports.create',
      { fileName: 'dates.csv', totalRows: 1, headers: ['E-mail', 'Since'] },
      { cookie: server.ours.cookie },
    );
    const { id } = made.data;
    const row = {
      row: 0,
      contact: { email, subscriptions: { email: 'subscribed', sms: 'pending' } },
      cells: [email, '2023-05-01'],
      since: '2023-05-01T00:00:00.000Z',
    };
    await trpc(
      server,
      'mutation',
      'contacts.imports.putChunk',
      { id, position: 0, firstRow: 0, rows: [row] },
      { cookie: server.ours.cookie },
    );
    await runJobs(server.services);
    await trpc(server, 'mutation', 'contacts.imports.start', { id }, { cookie: server.ours.cookie });
    await runJobs(server.services);
    const contact = await find(email);
    const { data } = expectData(await call('GET', `/contacts/${contact?.id}/consents`));
    const sources = Object.fromEntries(
      data.map((entry: { family: string; source: object }) => [entry.family, entry.source]),
    );
    expect(sources).toEqual({ email: { importId: id, since: row.since }, sms: { importId: id } });
  });

  it('is there for seven days, once something was written', async () => {
    const id = await sendChunks(server, server.ours, [{ email: address() }]);
    expectError(await undo(id), 409, 'BAD_STATE');
    const done = await imported([{ email: address() }]);
    await prisma().contactImport.updateMany({
      where: { id: done },
      data: { finishedAt: new Date(Date.now() - 8 * 24 * 3600_000) },
    });
    expectError(await undo(done, true), 409, 'BAD_STATE');
    expectError(await undo('cunknown'), 404, 'NOT_FOUND');
  });

  it('goes on where it was cut off, and twice at once is once', async () => {
    const rows = Array.from({ length: 1_200 }, () => ({ email: address() }));
    const id = await imported(rows);
    const answers = await Promise.all([undo(id), undo(id), undo(id)]);
    for (const answer of answers) expect(expectData(answer)).toEqual({ removed: 1_200, restored: 0, kept: 0 });
    expect(await prisma().contact.count({ where: { email: { in: rows.map(({ email }) => email) } } })).toBe(0);
  });

  it('leaves everything as it was, whatever the file said', async () => {
    const emails = Array.from({ length: 5 }, address);
    const word = fc.constantFrom('subscribed', 'unsubscribed', 'pending', 'whatever', null);
    const fields = fc.record(
      {
        email: fc.constantFrom(...emails),
        firstName: fc.constantFrom('A', 'B', null),
        phone: fc.constantFrom('081234567890', '+62 812-3456-7890', null),
        subscriptions: fc.record({ email: word, sms: word, push: word }, { requiredKeys: [], noNullPrototype: true }),
        attributes: fc.dictionary(
          fc.constantFrom('a', 'b.c', 'd'),
          fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.array(fc.integer())),
          { maxKeys: 3, noNullPrototype: true },
        ),
        socialHandles: fc.dictionary(fc.constantFrom('line', 'x'), fc.constantFrom('h1', 'h2', null), {
          noNullPrototype: true,
        }),
      },
      { requiredKeys: ['email'], noNullPrototype: true },
    );
    const state = async () => {
      const contacts = await prisma().contact.findMany({
        where: { accountId: server.ours.accountId, email: { in: emails } },
        omit: { updatedAt: true },
        orderBy: { id: 'asc' },
      });
      const addresses = [...emails, '+6281234567890'];
      const suppressions = await prisma().suppression.findMany({
        // That it was said again stays said.
        omit: { saidAt: true },
        where: { accountId: server.ours.accountId, address: { in: addresses } },
        orderBy: [{ family: 'asc' }, { address: 'asc' }],
      });
      const members = await prisma().contactListMember.findMany({
        where: { contactId: { in: contacts.map(({ id }) => id) } },
        orderBy: [{ listId: 'asc' }, { contactId: 'asc' }],
      });
      return { contacts, suppressions, members };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fields, { minLength: 1, maxLength: 8 }),
        fc.array(fields, { minLength: 1, maxLength: 8 }),
        async (there, file) => {
          expectData(await call('POST', '/contacts/import', { rows: there, listName: 'There' }));
          const before = await state();
          const id = await imported(file, { chunkRows: 3, listName: 'There' });
          const said = expectData(await undo(id, true));
          expect(expectData(await undo(id))).toEqual(said);
          expect(await state()).toEqual(before);
        },
      ),
      // What does not hold is said at once: made smaller, it would outlast the test.
      { numRuns: 40, endOnFailure: true },
    );
  });
});
