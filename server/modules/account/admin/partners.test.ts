/** Partners, who may ask for them, and how soon what the operator decides holds (docs/contract/admin.md). */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { restRoutes } from '@/server/doors/rest-routes';
import { createServices } from '@/server/assembly/services';
import { makeKey, makeLink, makePartner, makePlatformKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { signedHeaders, type TestKey } from '@/server/testing/sign';

const server = useServer();
const PARTNERS = '/api/v1/admin/partners';
/** Of what the door remembers, and a little more for a machine that is busy. */
const REMEMBERED_MS = 2_050;

const asOperator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(server.platform, method, path, body === undefined ? {} : { body });
const partnerWith = async (options: Parameters<typeof makePartner>[1] = {}) => {
  const { database, keys } = server.services;
  const id = await makePartner(database, options);
  return { id, key: await makePlatformKey(database, keys, id) };
};
const refusalOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details];
const platformAudit = (targetId: string) =>
  server.services.database.prisma.platformAuditEntry.findMany({ where: { targetId }, orderBy: { createdAt: 'asc' } });

describe('who may ask', () => {
  const routes = restRoutes().filter(({ path }) => path.startsWith('/admin/'));
  const addressOf = (path: string, id: string) =>
    `/api/v1${path.replace('{id}', id).replace('{accountId}', server.ours.accountId)}`;

  it('knows the routes of the contract', () => expect(routes).toHaveLength(15));

  it.each(routes)('$method $path: neither a person nor a workspace’s key, whatever its scopes', async (route) => {
    const { id } = await partnerWith();
    const url = addressOf(route.path, id);
    const { database, keys } = server.services;
    const admin = await makeKey(database, keys, server.ours.accountId, { scopes: ['read', 'write', 'admin'] });
    for (const answer of [
      await server.call(admin, route.method, url),
      await bySession(server, server.ours.cookie, route.method, url),
    ])
      expect(refusalOf(answer)).toEqual([403, 'FORBIDDEN', undefined]);
  });

  it.each(routes)('$method $path: a partner reaches itself on ownPartner alone, and nobody else', async (route) => {
    const [own, other] = [await partnerWith(), await partnerWith()];
    const before = await server.services.database.prisma.partner.findMany({ orderBy: { id: 'asc' } });
    const body = { externalRef: 'shop', name: 'Toko', identifier: 'x', reason: 'x' };
    const call = (id: string) =>
      server.call(own.key, route.method, addressOf(route.path, id), route.method === 'GET' ? {} : { body });
    if (route.accessLevel === 'operator') {
      expect(refusalOf(await call(own.id))).toEqual([403, 'FORBIDDEN', undefined]);
      expect(refusalOf(await call(other.id))).toEqual([403, 'FORBIDDEN', undefined]);
      expect(await server.services.database.prisma.partner.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    } else {
      expect((await call(own.id)).status).toBeLessThan(300);
      expect(refusalOf(await call(other.id))).toEqual([404, 'NOT_FOUND', undefined]);
    }
  });

  it('checks whom a key acts for, and then does not care', async () => {
    const { id, key } = await partnerWith();
    const call = (onBehalfOf: string) => server.call(key, 'GET', `${PARTNERS}/${id}`, { onBehalfOf });
    expect((await call(server.theirs.accountId)).status).toBe(200);
    expect(refusalOf(await call('cunknown'))).toEqual([404, 'NOT_FOUND', undefined]);
  });
});

describe('a partner', () => {
  it('is made, read, changed and listed', async () => {
    const identifier = unique('tokoplus_');
    const made = expectData(await asOperator('POST', PARTNERS, { name: '  Toko  Plus ', identifier }), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/) as string,
      name: 'Toko Plus',
      identifier,
      status: 'active',
      contactEmail: null,
      linkMode: 'all',
      merchants: 0,
      createdAt: expect.any(String) as string,
      updatedAt: made.createdAt as string,
    });
    await makeLink(server.services.database, made.id as string, server.ours.accountId);
    const path = `${PARTNERS}/${made.id as string}`;
    expect(expectData(await asOperator('GET', path))).toEqual({ ...made, merchants: 1 });
    const changes = {
      contactEmail: 'Ops@TokoPlus.example',
      linkMode: 'linked',
      identifier: 'other',
      status: 'archived',
    };
    expect(expectData(await asOperator('PATCH', path, changes))).toMatchObject({
      ...{ name: 'Toko Plus', identifier, status: 'active' },
      ...{ contactEmail: 'ops@tokoplus.example', linkMode: 'linked', merchants: 1 },
    });
    const { partners } = expectData(await asOperator('GET', PARTNERS)) as { partners: { id: string }[] };
    expect(partners[0]).toMatchObject({ id: made.id as string, linkMode: 'linked' });
    const entries = await platformAudit(made.id as string);
    expect(entries.map(({ action, actorKind, actorId, data }) => ({ action, actorKind, actorId, data }))).toEqual([
      {
        action: 'partner.create',
        actorKind: 'platform',
        actorId: server.platform.id,
        data: { name: 'Toko Plus', identifier, linkMode: 'all' },
      },
      {
        action: 'partner.update',
        actorKind: 'platform',
        actorId: server.platform.id,
        data: { name: 'Toko Plus', changed: ['contactEmail', 'linkMode'], linkMode: 'linked' },
      },
    ]);
  });

  it('has an identifier of its own, in its spelling', async () => {
    const identifier = unique('taken-');
    expectData(await asOperator('POST', PARTNERS, { name: 'One', identifier }), 201);
    expect(refusalOf(await asOperator('POST', PARTNERS, { name: 'Two', identifier }))).toEqual([
      409,
      'IDENTIFIER_TAKEN',
      undefined,
    ]);
    for (const wrong of ['', 'Toko', 'to ko', 'tokó', 'a'.repeat(61), null])
      expect((await asOperator('POST', PARTNERS, { name: 'X', identifier: wrong })).body.error?.code).toBe(
        'VALIDATION',
      );
  });

  it('of one identifier is made once, whoever is first', async () => {
    const identifier = unique('race-');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => asOperator('POST', PARTNERS, { name: `No ${n}`, identifier })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('that is so already is not written again', async () => {
    const { id } = await partnerWith({ contactEmail: 'ops@partner.example', linkMode: 'linked' });
    const before = await server.services.database.prisma.partner.findUnique({ where: { id } });
    for (const body of [{}, { linkMode: 'linked' }, { contactEmail: 'ops@partner.example', name: before!.name }])
      expectData(await asOperator('PATCH', `${PARTNERS}/${id}`, body));
    expectData(await asOperator('POST', `${PARTNERS}/${id}/resume`));
    expect(await server.services.database.prisma.partner.findUnique({ where: { id } })).toEqual(before);
    expect(await platformAudit(id)).toEqual([]);
  });

  it('that is archived stays so, and is left out of the list', async () => {
    const { id } = await partnerWith();
    for (let twice = 0; twice < 2; twice++)
      expect(expectData(await asOperator('DELETE', `${PARTNERS}/${id}`))).toEqual({ id, status: 'archived' });
    expect((await platformAudit(id)).map(({ action }) => action)).toEqual(['partner.archive']);
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'Back' }],
      ['POST', '/suspend', { reason: 'x' }],
      ['POST', '/resume', {}],
      ['POST', '/merchants', { externalRef: 'shop', name: 'Toko' }],
      ['PUT', `/merchants/${server.ours.accountId}`, {}],
    ] as const)
      expect(refusalOf(await asOperator(method, `${PARTNERS}/${id}${path}`, body))).toEqual([
        409,
        'BAD_STATE',
        { status: 'archived' },
      ]);
    const listed = async (query: string) =>
      (expectData(await asOperator('GET', PARTNERS + query)) as { partners: { id: string }[] }).partners.map(
        (row) => row.id,
      );
    expect(await listed('')).not.toContain(id);
    expect(await listed('?status=gone')).not.toContain(id);
    expect(await listed('?status=suspended,archived')).toContain(id);
  });
});

describe('what the operator decides', () => {
  /** A second process on the same database, as behind a load balancer. */
  async function secondProcess() {
    const services = createServices({ ...server.services.settings }, { name: 'second' });
    const app = await createApp(services);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return {
      call: async (key: TestKey, path: string, onBehalfOf?: string): Promise<unknown[]> => {
        const options = onBehalfOf === undefined ? {} : { onBehalfOf };
        const headers = signedHeaders(key, { method: 'GET', url: path, body: undefined, ...options });
        const response = await fetch(base + path, { headers });
        const { error } = (await response.json()) as Answer['body'];
        return [response.status, error?.code, error?.details];
      },
      stop: async () => {
        await app.close();
        await services.close();
      },
    };
  }
  const SUSPENDED = [403, 'FORBIDDEN', { reason: 'PARTNER_SUSPENDED' }];

  it('suspends a partner for every route: here at once, in another process within 2 seconds', async () => {
    const { id, key } = await partnerWith();
    const other = await secondProcess();
    try {
      expect((await other.call(key, '/api/v1/whoami'))[0]).toBe(200);
      expect((await other.call(key, '/api/v1/contacts', server.ours.accountId))[0]).toBe(200);
      const path = `${PARTNERS}/${id}`;
      const body = { reason: 'Keys were leaked.' };
      expect(expectData(await asOperator('POST', `${path}/suspend`, body)).status).toBe('suspended');
      expect(refusalOf(await server.call(key, 'GET', '/api/v1/whoami'))).toEqual(SUSPENDED);
      await sleep(REMEMBERED_MS);
      for (const [url, onBehalfOf] of [
        ['/api/v1/whoami'],
        ['/api/v1/contacts', server.ours.accountId],
        ['/api/v1/contacts', 'cunknown'],
        [path],
      ] as const)
        expect(await other.call(key, url, onBehalfOf)).toEqual(SUSPENDED);
      // A wrong signature still learns nothing.
      expect((await other.call({ ...key, secret: 'wrong' }, path))[1]).toBe('INVALID_SIGNATURE');

      expectData(await asOperator('POST', `${path}/suspend`, body));
      expect(expectData(await asOperator('POST', `${path}/resume`)).status).toBe('active');
      expect((await server.call(key, 'GET', path)).status).toBe(200);
      await sleep(REMEMBERED_MS);
      expect((await other.call(key, path))[0]).toBe(200);
      expect((await platformAudit(id)).map(({ action, data }) => [action, data])).toEqual([
        ['partner.suspend', { name: expect.any(String) as string, reason: 'Keys were leaked.' }],
        ['partner.resume', { name: expect.any(String) as string }],
      ]);
      expectData(await asOperator('DELETE', path));
      expect(refusalOf(await server.call(key, 'GET', path))).toEqual(SUSPENDED);
    } finally {
      await other.stop();
    }
  });

  it('lets a linked partner act for linked merchants, and for others as little as for unknown ones', async () => {
    const { id, key } = await partnerWith({ linkMode: 'linked' });
    const { accountId } = server.ours;
    const other = await secondProcess();
    const path = '/api/v1/contacts';
    try {
      const unknown = await other.call(key, path, 'cunknown');
      expect(unknown).toEqual([404, 'NOT_FOUND', undefined]);
      expect(await other.call(key, path, accountId)).toEqual(unknown);
      const link = `${PARTNERS}/${id}/merchants/${accountId}`;
      expect(expectData(await asOperator('PUT', link))).toEqual({ linked: true });
      await sleep(REMEMBERED_MS);
      expect((await other.call(key, path, accountId))[0]).toBe(200);
      expect(await other.call(key, path, server.theirs.accountId)).toEqual(unknown);
      expect(expectData(await asOperator('DELETE', link))).toEqual({ linked: false });
      expect(refusalOf(await server.call(key, 'GET', path, { onBehalfOf: accountId }))).toEqual(unknown);
      await sleep(REMEMBERED_MS);
      expect(await other.call(key, path, accountId)).toEqual(unknown);
      expectData(await asOperator('PATCH', `${PARTNERS}/${id}`, { linkMode: 'all' }));
      await sleep(REMEMBERED_MS);
      expect((await other.call(key, path, server.theirs.accountId))[0]).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('keys', () => {
  it('are listed with when they were used, and without what signs', async () => {
    const { id, key } = await partnerWith();
    await server.call(key, 'GET', '/api/v1/whoami');
    await server.services.keys.flush();
    const answer = await server.call(key, 'GET', `${PARTNERS}/${id}/keys`);
    expect(expectData(answer)).toEqual({
      keys: [
        {
          keyId: key.keyId,
          name: 'Partner',
          createdAt: expect.any(String) as string,
          lastUsedAt: expect.any(String) as string,
          revokedAt: null,
        },
      ],
    });
    expect(answer.text).not.toContain(key.secret);
  });
});
