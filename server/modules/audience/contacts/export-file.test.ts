/** Contacts as a file (docs/contract/contacts.md#exporting-many), and back through the import. */
import { describe, expect, it } from 'vitest';
import { guessMapping } from '@/components/csv/contact-columns';
import { contactOf } from '@/components/csv/contact-rows';
import { inspectFile } from '@/components/csv/inspect';
import { FORMULA } from '@/components/csv/write';
import { readRecords } from '@/components/csv/read';
import { sendChunks } from '@/server/testing/contact-imports';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const FORMAT = { encoding: 'utf-8', delimiter: ',' } as const;
const email = (): string => `${unique('file')}@example.test`;
const make = async (tenant: Tenant, contact: object) =>
  expectData(await server.call(tenant.key, 'POST', '/api/v1/contacts', { body: contact }), 201);
const download = (tenant: Tenant, query = '') =>
  bySession(server, tenant.cookie, 'GET', `/api/v1/contacts/export${query}`);

async function rowsOf(text: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { records } of readRecords(new Blob([text]), FORMAT))
    rows.push(...records.map(({ cells }) => cells));
  return rows;
}
const emailsOf = async (text: string): Promise<(string | undefined)[]> =>
  (await rowsOf(text)).slice(1).map(([address]) => address);

/** What the dashboard makes of the file, without a word of the person. */
async function contactsIn(text: string): Promise<Record<string, unknown>[]> {
  const summary = await inspectFile(new Blob([text]), { maxRows: 1000, nameOf: String, language: 'id' });
  const mapping = guessMapping(summary.columns);
  return (await rowsOf(text)).slice(1).map((cells) => {
    const { contact, problem } = contactOf(cells, mapping, 'id');
    expect(problem).toBeNull();
    return { ...contact };
  });
}

describe('GET /contacts/export', () => {
  it('is read back by the import, which finds every contact unchanged', async () => {
    const tenant = await server.makeTenant();
    const attributes = { city: 'Bandung', size: '42', code: '007', total: 1250000, ratio: 1.125, isVip: true };
    await make(tenant, {
      email: email(),
      phone: '+62 812-0000-1234',
      firstName: 'Siti "Nur"',
      lastName: 'Hal,iza',
      externalRef: 'cust-1',
      source: 'toko',
      subscriptions: { email: 'unsubscribed', sms: 'subscribed', whatsapp: 'pending', slack: 'subscribed' },
      socialHandles: { x: 'siti', instagram: '@siti', push: 'token', line: 'U1' },
      attributes,
    });
    await make(tenant, {
      email: email(),
      firstName: '=1+1',
      attributes: { ...attributes, size: 42, isVip: 'yes', sign: '＝1+1', line: '\n=1+1' },
    });
    await make(tenant, { phone: '0812 1111', attributes: { city: ' - ', lastOrderAt: '2026-01-01T00:00:00Z' } });
    await make(tenant, {
      email: email(),
      attributes: {
        'a.b': 'dot',
        City: 'case',
        deep: { list: [1, null] },
        total: 1e21,
        code: "'7",
        empty: '',
        size: 'n/a',
      },
    });
    await make(tenant, {
      email: email(),
      subscriptions: { email: 'perhaps', newsletter: 'subscribed', 'a.b': 'pending' },
      socialHandles: { mastodon: '@sari@example.test', telegram: '42' },
    });
    const list = async () => expectData(await server.call(tenant.key, 'GET', '/api/v1/contacts?limit=100')).data;
    const before = await list();
    expect(before).toHaveLength(5);

    const answer = await download(tenant);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/);
    // No cell is a formula to a spreadsheet.
    const cells = (await rowsOf(answer.text)).flat();
    expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");

    const contacts = await contactsIn(answer.text);
    const imported = await sendChunks(server, tenant, contacts);
    await runJobs(server.services);
    const input = { id: imported };
    await trpc(server, 'mutation', 'contacts.imports.start', input, { cookie: tenant.cookie });
    await runJobs(server.services);
    const { data } = await trpc(server, 'query', 'contacts.imports.get', input, { cookie: tenant.cookie });
    expect(data).toMatchObject({ status: 'done', created: 0, updated: 5, skipped: 0, refused: 0 });
    const unmoved = (rows: { updatedAt: string }[]) => rows.map(({ updatedAt: _, ...row }) => row);
    expect(unmoved(await list())).toEqual(unmoved(before));
  });

  it('has columns for every channel, ads, and what nobody may write, behind those that were there before', async () => {
    const [tenant, other] = [await server.makeTenant(), await server.makeTenant()];
    const made = await make(tenant, {
      email: email(),
      subscriptions: { email: 'subscribed', ads: 'unsubscribed', slack: 'pending', linkedin: 'subscribed' },
      socialHandles: { line: 'U1', threads: 'sari', discord: '42' },
      attributes: { city: 'Solo', deep: { list: [1] } },
    });
    const { text } = await download(tenant);
    const [head = [], row = []] = await rowsOf(text);
    expect(head.map((name) => name.replace('\uFEFF', ''))).toEqual([
      ...['Email', 'Phone', 'First name', 'Last name', 'External ref', 'Source'],
      ...['email', 'sms', 'whatsapp', 'telegram', 'line', 'push'].map((family) => `subscriptions.${family}`),
      ...['telegram', 'line', 'instagram', 'facebook', 'tiktok', 'x', 'push'].map(
        (family) => `socialHandles.${family}`,
      ),
      ...['attributes.city', 'attributes'],
      ...[
        ...['slack', 'discord', 'facebook', 'instagram', 'threads', 'tiktok'],
        ...['x', 'linkedin', 'youtube', 'webhook', 'ads'],
      ].map((family) => `subscriptions.${family}`),
      ...['slack', 'discord', 'threads', 'linkedin', 'youtube'].map((family) => `socialHandles.${family}`),
      ...['id', 'createdAt', 'updatedAt'],
      ...['subscriptions', 'socialHandles'],
    ]);
    const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
    expect(cells).toMatchObject({
      'subscriptions.ads': 'unsubscribed',
      'subscriptions.slack': 'pending',
      'socialHandles.threads': 'sari',
      id: made.id,
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    });

    // Elsewhere the import makes the same of it, and takes nothing that stands there for the reader alone.
    const imported = await sendChunks(server, other, await contactsIn(text));
    await runJobs(server.services);
    await trpc(server, 'mutation', 'contacts.imports.start', { id: imported }, { cookie: other.cookie });
    await runJobs(server.services);
    const [copy] = expectData(await server.call(other.key, 'GET', '/api/v1/contacts')).data;
    const { subscriptions, socialHandles, attributes, externalRef } = made;
    expect(copy).toMatchObject({ subscriptions, socialHandles, attributes, externalRef });
    expect(copy.id).not.toBe(made.id);
  });

  it("has all that fit the filters, over pages, in the list's order, and nothing of the neighbour", async () => {
    const tenant = await server.makeTenant();
    const at = Date.UTC(2026, 0, 1);
    const data = Array.from({ length: 1201 }, (_, n) => ({
      accountId: tenant.accountId,
      identityHash: unique('h'),
      email: `${String(n).padStart(4, '0')}@example.test`,
      source: n % 2 === 0 ? 'even' : 'odd',
      createdAt: new Date(at + Math.floor(n / 3)),
      updatedAt: new Date(at),
    }));
    await server.services.database.prisma.contact.createMany({ data });
    await make(server.theirs, { email: email(), source: 'even' });
    const even = data.filter(({ source }) => source === 'even').map((contact) => contact.email);
    const found = await emailsOf((await download(tenant, '?source=even&sort=oldest')).text);
    expect(found).toHaveLength(601);
    expect(found.toSorted()).toEqual(even);
    expect(found[0]).toMatch(/^000[02]/);
    expect(await emailsOf((await download(tenant, '?q=0007')).text)).toEqual(['0007@example.test']);
    expect(await emailsOf((await download(tenant)).text)).toHaveLength(1201);
    expect(await emailsOf((await download(tenant, '?listId=cunknown')).text)).toEqual([]);
    expect((await auditOf(server, tenant.accountId)).slice(-4)).toMatchObject([
      {
        action: 'contact.export',
        targetType: 'workspace',
        targetId: tenant.accountId,
        actorKind: 'session',
        data: { source: 'even', sort: 'oldest' },
      },
      { data: { q: '0007' } },
      { action: 'contact.export' },
      { data: { listId: 'cunknown' } },
    ]);
  });

  it('has who is in a segment, over all pages, beside the other filters', async () => {
    const tenant = await server.makeTenant();
    const at = Date.now();
    const { prisma } = server.services.database;
    await prisma.contact.createMany({
      data: Array.from({ length: 1_301 }, (_, n) => ({
        accountId: tenant.accountId,
        identityHash: unique('h'),
        email: `${String(n).padStart(4, '0')}@example.test`,
        attributes: { city: n % 100 === 7 ? 'Bandung' : 'Bogor' },
        createdAt: new Date(at + n),
        updatedAt: new Date(at),
      })),
    });
    const definition = {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'attributes.city', op: 'eq', value: 'Bandung' }] }],
    } as const;
    const { id } = expectData(
      await server.call(tenant.key, 'POST', '/api/v1/audience-segments', { body: { name: 'Bandung', definition } }),
      201,
    ) as { id: string };
    const found = await emailsOf((await download(tenant, `?segmentId=${id}&sort=oldest`)).text);
    expect(found).toEqual(Array.from({ length: 13 }, (_, n) => `${String(n * 100 + 7).padStart(4, '0')}@example.test`));
    expect(await emailsOf((await download(tenant, `?segmentId=${id}&q=0107`)).text)).toEqual(['0107@example.test']);
    expect((await auditOf(server, tenant.accountId)).at(-1)).toMatchObject({ data: { segmentId: id, q: '0107' } });
    expectError(await download(server.theirs, `?segmentId=${id}`), 404, 'NOT_FOUND');
  });

  it('refuses what no list takes, and says of itself by HEAD what GET says, without a file and without an entry', async () => {
    const get = await download(server.ours);
    const before = (await auditOf(server, server.ours.accountId)).length;
    expectError(await download(server.ours, '?sort=name'), 400, 'VALIDATION');
    const head = await server.call(server.ours.key, 'HEAD', '/api/v1/contacts/export');
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-disposition', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect((await server.call(server.ours.key, 'HEAD', '/api/v1/contacts/export?sort=name')).status).toBe(400);
    expect((await server.call(server.ours.key, 'HEAD', '/api/v1/contacts/export?segmentId=cunknown')).status).toBe(404);
    expect(await auditOf(server, server.ours.accountId)).toHaveLength(before);
  });
});
