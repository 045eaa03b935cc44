/** The ledger of consent (docs/contract/contacts.md#consent): an entry for each change, by whoever made it. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { suppressReported } from '@/server/modules/messaging/channels/suppress-reported';
import { suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';
import { applyWords } from '@/server/modules/messaging/inbox/stop';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { systemDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { bySession, eventually, expectData, expectError } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const program = useProgram('server/testing/contact-writer.ts');
const PATH = '/api/v1/contacts';

interface Entry {
  id: string;
  family: string;
  from: string | null;
  to: string | null;
  at: string;
  by: string;
  source: Record<string, string | null>;
}

const dbOf = ({ accountId }: Tenant) => systemDb(server.services.database, accountId, now());
const call = (method: string, path: string, body?: unknown) =>
  server.call(server.ours.key, method, `${PATH}${path}`, body === undefined ? {} : { body });
const entriesOf = async (id: string, query = ''): Promise<{ data: Entry[]; cursor: string | null; hasMore: boolean }> =>
  expectData(await call('GET', `/${id}/consents${query}`));
const idOf = async (email: string): Promise<string> => {
  const { data } = expectData(await call('GET', `?q=${encodeURIComponent(email)}`)) as { data: { id: string }[] };
  return data[0]?.id ?? '';
};
/** Oldest first, without what differs each time. */
const storyOf = async (id: string) =>
  (await entriesOf(id)).data.toReversed().map(({ family, from, to, by }) => [family, from, to, by]);

describe('GET /contacts/{id}/consents', () => {
  it('has what a key and a person in the dashboard did, each by its id', async () => {
    const email = `${unique('sari')}@example.test`;
    const { id } = expectData(
      await call('POST', '', { email, subscriptions: { email: 'pending', push: 'subscribed' } }),
      201,
    );
    expectData(await call('POST', '', { email, firstName: 'Sari' }), 201);
    expectData(
      await bySession(server, server.ours.cookie, 'PATCH', `${PATH}/${id}`, {
        subscriptions: { email: 'subscribed', push: null },
      }),
    );
    expectData(await call('DELETE', `/${id}`));
    const { data } = await entriesOf(id);
    expect(await storyOf(id)).toEqual([
      ['email', null, 'pending', 'key'],
      ['push', null, 'subscribed', 'key'],
      ['email', 'pending', 'subscribed', 'merchant'],
      ['push', 'subscribed', null, 'merchant'],
      ['email', 'subscribed', 'unsubscribed', 'key'],
      ['sms', null, 'unsubscribed', 'key'],
      ['whatsapp', null, 'unsubscribed', 'key'],
    ]);
    expect(data.find(({ by }) => by === 'key')?.source).toEqual({ keyId: server.ours.key.id });
    expect(data.find(({ by }) => by === 'merchant')?.source).toEqual({ userId: server.ours.user.id });
    expect(data[0]?.at).toMatch(/Z$/);
  });

  it('has imports, the recipient, bounces, complaints, words and shops', async () => {
    const phone = `+62812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    const email = `${unique('budi')}@example.test`;
    expectData(
      await call('POST', '/import', {
        rows: [{ email, phone, subscriptions: { email: 'subscribed', sms: 'subscribed' } }],
      }),
    );
    const id = await idOf(email);
    const db = dbOf(server.ours);
    await suppress(
      db,
      { family: 'email', address: email, reason: 'recipient' },
      { by: 'recipient', source: { messageId: 'cm1' } },
    );
    await unsuppress(db, { family: 'email', address: email }, { by: 'recipient' });
    const words = (asked: 'stop' | 'start') =>
      db.transaction(async (tx) => {
        await lockContacts(tx);
        await applyWords(tx, 'sms', [{ recipient: phone, at: now(), asked }]);
      });
    await words('stop');
    await words('start');
    await suppressReported(db, 'email_p1', {
      bounced: [],
      events: [{ kind: 'complaint', recipient: email, at: now() } as never],
    });
    expect(await storyOf(id)).toEqual([
      ['email', null, 'subscribed', 'import'],
      ['sms', null, 'subscribed', 'import'],
      ['email', 'subscribed', 'unsubscribed', 'recipient'],
      ['email', 'unsubscribed', 'subscribed', 'recipient'],
      ['sms', 'subscribed', 'unsubscribed', 'stop_word'],
      ['sms', 'unsubscribed', 'subscribed', 'stop_word'],
      ['email', 'subscribed', 'unsubscribed', 'complaint'],
    ]);
    const { data } = await entriesOf(id);
    expect(data[0]?.source).toEqual({ provider: 'email_p1' });
    const customer = {
      externalRef: unique('shop'),
      email: `${unique('tuti')}@example.test`,
      subscriptions: { email: 'subscribed' },
    };
    expectData(
      await server.call(server.ours.key, 'PUT', '/api/v1/integrations/customers', {
        body: { externalSource: 'toko', rows: [customer] },
      }),
    );
    expect((await entriesOf(await idOf(customer.email))).data).toMatchObject([
      { family: 'email', from: null, to: 'subscribed', by: 'shop', source: { externalSource: 'toko' } },
    ]);
  });

  it('comes in pages, the newest first, and is 404 for the neighbour’s', async () => {
    const { id } = expectData(await call('POST', '', { email: `${unique('p')}@example.test` }), 201);
    for (let n = 0; n < 7; n++)
      expectData(await call('PATCH', `/${id}`, { subscriptions: { email: n % 2 === 0 ? 'subscribed' : 'pending' } }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof entriesOf>> = await entriesOf(
        id,
        `?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ id: entry }) => entry));
      expect(page.hasMore).toBe(page.cursor !== null);
      ({ cursor } = page);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(7);
    expect((await entriesOf(id, '?limit=100')).data.map(({ id: entry }) => entry)).toEqual(seen);
    const theirs = await makeContact(server.services.database, server.theirs.accountId);
    expectError(await call('GET', `/${theirs.id}/consents`), 404, 'NOT_FOUND');
    expectError(await call('GET', `/${id}/consents?cursor=nonsense`), 400, 'VALIDATION');
  });
});

describe('an erasure', () => {
  it('keeps that somebody agreed, and to what, with nobody’s name: whoever has the address can tell', async () => {
    const email = `${unique('hapus')}@example.test`;
    const { id } = expectData(await call('POST', '', { email, subscriptions: { email: 'subscribed' } }), 201);
    const { prisma } = server.services.database;
    const where = { accountId: server.ours.accountId, contactId: id };
    await prisma.consentEntry.updateMany({
      where,
      data: { source: { ip: '203.0.113.7', userAgent: 'Firefox', formId: 'cform', wording: 'Kirimi saya kabar.' } },
    });
    const [before] = await prisma.consentEntry.findMany({ where });
    expectData(await call('POST', `/${id}/erase`));
    const after = await prisma.consentEntry.findUniqueOrThrow({
      where: { accountId_id: { accountId: server.ours.accountId, id: before?.id ?? '' } },
    });
    expect(after).toMatchObject({
      contactId: null,
      family: 'email',
      to: 'subscribed',
      source: { formId: 'cform', wording: 'Kirimi saya kabar.' },
      addressHash: createHash('sha256').update(`${server.ours.accountId} email ${email}`).digest('hex'),
    });
    expect(after.source).toEqual({ formId: 'cform', wording: 'Kirimi saya kabar.' });
  });
});

describe('kill -9', () => {
  it('in the middle of changes leaves neither a change without its entry nor an entry without its change', async () => {
    const us = await server.makeTenant({ plan: 'scale' });
    const { prisma } = server.services.database;
    const where = { accountId: us.accountId };
    const contacts: { id: string; email: string }[] = [];
    for (let n = 0; n < 5; n++) {
      const { id, email } = await makeContact(server.services.database, us.accountId);
      contacts.push({ id, email: email ?? '' });
    }
    const written = () => prisma.consentEntry.count({ where });
    for (let kill = 0; kill < 10; kill++) {
      const before = await written();
      const writers = await Promise.all(
        [1, 2].map(() => program.start({ DATABASE_URL: server.services.settings.databaseUrl })),
      );
      for (const writer of writers) writer.send({ accountId: us.accountId, contacts });
      await eventually(async () => expect(await written()).toBeGreaterThan(before + 5));
      await sleep(Math.random() * 20);
      await Promise.all(writers.map(kill9));
    }
    // Of one moment: PostgreSQL may still commit what a killed writer asked for last.
    const [entries, rows] = await prisma.$transaction(
      [
        prisma.consentEntry.findMany({ where, orderBy: { position: 'asc' } }),
        prisma.contact.findMany({ where: { ...where, id: { in: contacts.map(({ id }) => id) } } }),
      ],
      { isolationLevel: 'RepeatableRead' },
    );
    expect(entries.length).toBeGreaterThan(50);
    expect(rows).toHaveLength(contacts.length);
    for (const { id, subscriptions } of rows) {
      const replayed: Record<string, string | null> = {};
      for (const { family, from, to } of entries.filter(({ contactId }) => contactId === id)) {
        expect(from).toBe(replayed[family] ?? null);
        replayed[family] = to;
      }
      expect(Object.fromEntries(Object.entries(replayed).filter(([, to]) => to !== null))).toEqual(subscriptions);
    }
  });
});
