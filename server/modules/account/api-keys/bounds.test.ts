/** When a key ends by itself and where it may be used (docs/contract/api-keys.md#bounds). */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { makeKey } from '@/server/testing/factories/account';
import { auditOf, bySession, eventually, expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer({ TRUST_PROXY: 'true' });

afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
});

const WHOAMI = '/api/v1/whoami';
const DAY = 24 * 60 * 60_000;
const inDays = (days: number): string => new Date(now().getTime() + days * DAY).toISOString();

const create = (body: object) =>
  server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'Bound', ...body } });
const change = (id: string, body: object, key = server.ours.key) =>
  server.call(key, 'PATCH', `/api/v1/api-keys/${id}`, { body });
const listed = async (id: string) =>
  expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys.find(
    (key: { id: string }) => key.id === id,
  );
const keyWith = (bounds: { expiresAt?: Date; allowedIps?: string[] }, accountId = server.ours.accountId) =>
  makeKey(server.services.database, server.services.keys, accountId, bounds);
/** A signed call that comes through the proxy, from this address. */
const from = (key: { keyId: string; secret: string }, address: string, url = WHOAMI) =>
  server.call(key, 'GET', url, { headers: { 'x-forwarded-for': address } });
const pathsOf = (answer: Answer): string[] =>
  expectError(answer, 400, 'VALIDATION').details.issues.map((issue: { path: string }) => issue.path);

describe('expiresAt', () => {
  it('is null unless it is said, and shown as it was said', async () => {
    const plain = expectData(await create({}), 201).apiKey;
    expect(plain).toMatchObject({ expiresAt: null, allowedIps: null });
    const expiresAt = inDays(30);
    const { apiKey } = expectData(await create({ expiresAt }), 201);
    expect(apiKey.expiresAt).toBe(expiresAt);
    expect(await listed(apiKey.id)).toMatchObject({ expiresAt, allowedIps: null, revokedAt: null });
  });

  it('lets the key sign until the millisecond before it, and no more from that instant on, while the key is cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const expiresAt = new Date(Date.now() + DAY);
    const key = await keyWith({ expiresAt });
    vi.setSystemTime(expiresAt.getTime() - 1);
    expectData(await server.call(key, 'GET', WHOAMI));
    vi.setSystemTime(expiresAt);
    const error = expectError(await server.call(key, 'GET', WHOAMI), 401, 'REVOKED_KEY');
    expect(error.details).toEqual({ reason: 'EXPIRED', expiresAt: expiresAt.toISOString() });
    expect(error.message).toContain(expiresAt.toISOString());
  });

  it('goes by the clock of the service', async () => {
    const key = await keyWith({ expiresAt: new Date(inDays(10)) });
    setClockOffset(10 * DAY - 60_000);
    expectData(await server.call(key, 'GET', WHOAMI));
    setClockOffset(10 * DAY);
    expectError(await server.call(key, 'GET', WHOAMI), 401, 'REVOKED_KEY');
    // What is in the future by then is what counts for new ones too.
    expect(pathsOf(await create({ expiresAt: new Date(Date.now() + DAY).toISOString() }))).toEqual(['expiresAt']);
    expectData(await create({ expiresAt: inDays(1) }), 201);
  });

  it('must be to come: not this instant, not before, and no date without a zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { id } = await keyWith({});
    for (const expiresAt of [now().toISOString(), inDays(-1), '2030-01-01', '2030-01-01T00:00:00', 'soon', 5]) {
      expect(pathsOf(await create({ expiresAt })), String(expiresAt)).toEqual(['expiresAt']);
      expect(pathsOf(await change(id, { expiresAt })), String(expiresAt)).toEqual(['expiresAt']);
    }
    expectData(await create({ expiresAt: new Date(now().getTime() + 1).toISOString() }), 201);
  });

  it('can be moved and taken away, also once it is over; the key then signs again', async () => {
    const key = await keyWith({ expiresAt: new Date(inDays(-1)) });
    expectError(await server.call(key, 'GET', WHOAMI), 401, 'REVOKED_KEY');
    const expiresAt = inDays(7);
    expect(expectData(await change(key.id, { expiresAt })).apiKey).toEqual(await listed(key.id));
    expect(await listed(key.id)).toMatchObject({ expiresAt });
    expectData(await server.call(key, 'GET', WHOAMI));
    expect(expectData(await change(key.id, { expiresAt: null })).apiKey.expiresAt).toBeNull();
    setClockOffset(4000 * DAY);
    expectData(await server.call(key, 'GET', WHOAMI));
  });

  it('says nothing of itself to whoever cannot sign', async () => {
    const key = await keyWith({ expiresAt: new Date(inDays(-1)), allowedIps: ['203.0.113.9/32'] });
    const wrong = { ...key, secret: `${key.secret}x` };
    const error = expectError(await server.call(wrong, 'GET', WHOAMI), 401, 'INVALID_SIGNATURE');
    const unknown = await server.call({ ...wrong, keyId: 'SVCK0000000000000000' }, 'GET', WHOAMI);
    expect(error).toEqual(expectError(unknown, 401, 'INVALID_SIGNATURE'));
  });

  it('leaves lastUsedAt alone when it refuses', async () => {
    const key = await keyWith({ expiresAt: new Date(inDays(-1)) });
    expectError(await server.call(key, 'GET', WHOAMI), 401, 'REVOKED_KEY');
    await server.services.keys.flush();
    expect((await listed(key.id)).lastUsedAt).toBeNull();
  });
});

describe('allowedIps', () => {
  it.each([
    ['of an address', ['203.0.113.9/32'], ['203.0.113.9'], ['203.0.113.8', '203.0.113.10', '2001:db8::1']],
    ['of a network', ['203.0.113.0/25'], ['203.0.113.0', '203.0.113.127'], ['203.0.113.128', '203.0.112.255']],
    ['of every IPv4', ['0.0.0.0/0'], ['203.0.113.9'], ['2001:db8::1']],
    ['of IPv6', ['2001:db8:1::/48'], ['2001:db8:1::1', '2001:DB8:1:ffff::'], ['2001:db8:2::1', '203.0.113.9']],
    ['of every IPv6', ['::/0'], ['2001:db8::1'], ['203.0.113.9']],
    ['of both', ['10.1.0.0/16', 'fd00::/8'], ['10.1.2.3', 'fd12::1'], ['10.2.0.1', 'fe80::1']],
    [
      'IPv4 that comes as IPv6',
      ['203.0.113.0/24'],
      ['::ffff:203.0.113.9', '::ffff:cb00:7109'],
      ['::ffff:198.51.100.1'],
    ],
    ['IPv4 that is named as IPv6', ['::ffff:203.0.113.0/120'], ['203.0.113.9', '::ffff:203.0.113.9'], ['203.0.112.9']],
  ])('lets in what is %s, and refuses others with 403 FORBIDDEN', async (_, allowedIps, inside, outside) => {
    const { apiKey, secret } = expectData(await create({ allowedIps }), 201);
    const key = { keyId: apiKey.keyId as string, secret: secret as string };
    for (const address of inside) expectData(await from(key, address));
    for (const address of outside) {
      const error = expectError(await from(key, address), 403, 'FORBIDDEN');
      expect(error.details).toEqual({ reason: 'ADDRESS_NOT_ALLOWED', address: address.replace('::ffff:', '') });
    }
  });

  it('goes by the address that the proxy saw, not by what the client says of itself', async () => {
    const key = await keyWith({ allowedIps: ['203.0.113.9/32'] });
    expectData(await from(key, '198.51.100.1, 203.0.113.9'));
    expectError(await from(key, '203.0.113.9, 198.51.100.1'), 403, 'FORBIDDEN');
    // Nobody forwarded it: the connection is of this machine.
    expectError(await server.call(key, 'GET', WHOAMI), 403, 'FORBIDDEN');
    expectData(await server.call(await keyWith({ allowedIps: ['127.0.0.0/8'] }), 'GET', WHOAMI));
    expectError(await from(key, 'unknown'), 403, 'FORBIDDEN');
  });

  it.each([
    [['203.0.113.9'], ['203.0.113.9/32']],
    [['203.0.113.77/24'], ['203.0.113.0/24']],
    [['2001:DB8:0:0::5/64'], ['2001:db8::/64']],
    [['2001:db8::1'], ['2001:db8::1/128']],
    [['::ffff:10.0.0.1'], ['10.0.0.1/32']],
    [
      ['10.0.0.0/8', '10.1.2.3/8', '::/0'],
      ['10.0.0.0/8', '::/0'],
    ],
  ])('stores %j as %j', async (allowedIps, stored) => {
    const { apiKey } = expectData(await create({ allowedIps }), 201);
    expect(apiKey.allowedIps).toEqual(stored);
    expect((await listed(apiKey.id)).allowedIps).toEqual(stored);
  });

  it.each([
    '',
    'everywhere',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/',
    '203.0.113.0/24/24',
    '203.0.113.0/024',
    '203.0.113/24',
    '203.0.113.256/24',
    '0203.0.113.0/24',
    '0xcb007109',
    ' 203.0.113.0/24',
    '203.0.113.0/255.255.255.0',
    '2001:db8::/129',
    '2001:db8::g/64',
    'fe80::1%eth0/64',
    '[2001:db8::]/32',
    'shop.example',
    `203.0.113.0/24${' '.repeat(5000)}`,
    5,
    null,
  ])('refuses %j with 400 VALIDATION', async (entry) => {
    expect(pathsOf(await create({ allowedIps: ['10.0.0.0/8', entry] }))).toEqual(['allowedIps.1']);
  });

  it('takes 1 to 20 networks, or null', async () => {
    const networks = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index}.0/24`);
    expect(pathsOf(await create({ allowedIps: networks(21) }))).toEqual(['allowedIps']);
    expect(pathsOf(await create({ allowedIps: [] }))).toEqual(['allowedIps']);
    expect(pathsOf(await create({ allowedIps: '10.0.0.0/8' }))).toEqual(['allowedIps']);
    const { apiKey } = expectData(await create({ allowedIps: networks(20) }), 201);
    expect(apiKey.allowedIps).toHaveLength(20);
    expect(pathsOf(await change(apiKey.id, { allowedIps: networks(21) }))).toEqual(['allowedIps']);
    expect(expectData(await change(apiKey.id, { allowedIps: null })).apiKey.allowedIps).toBeNull();
    expect(expectData(await create({ allowedIps: null }), 201).apiKey.allowedIps).toBeNull();
  });

  it('reads the address that a proxy writes with a port or in brackets, and lets in nobody whom it could not name', async () => {
    const key = await keyWith({ allowedIps: ['203.0.113.9/32', '2001:db8::1/128', '127.0.0.0/8', '::1/128'] });
    for (const written of [
      '203.0.113.9:40001',
      '198.51.100.1, 203.0.113.9:443',
      '[2001:db8::1]:40001',
      '[2001:db8::1]',
    ])
      expectData(await from(key, written));
    expectError(await from(key, '203.0.113.10:40001'), 403, 'FORBIDDEN');
    const { details } = expectError(await from(key, 'unknown'), 403, 'FORBIDDEN');
    expect(details).toEqual({ reason: 'ADDRESS_NOT_ALLOWED', address: 'unknown' });
  });

  it('comes after the signature, the revoke and the end, and before the scope', async () => {
    const bounds = { allowedIps: ['203.0.113.9/32'] };
    const wrong = { ...(await keyWith(bounds)), secret: 'svcs_wrong' };
    expectError(await from(wrong, '198.51.100.1'), 401, 'INVALID_SIGNATURE');
    const revoked = await keyWith(bounds);
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${revoked.id}/revoke`));
    expectError(await from(revoked, '198.51.100.1'), 401, 'REVOKED_KEY');
    expectError(
      await from(await keyWith({ ...bounds, expiresAt: new Date(inDays(-1)) }), '198.51.100.1'),
      401,
      'REVOKED_KEY',
    );
    const reader = await makeKey(server.services.database, server.services.keys, server.ours.accountId, {
      ...bounds,
      scopes: ['read'],
    });
    const post = (address: string) =>
      server.call(reader, 'POST', '/api/v1/api-keys', { body: {}, headers: { 'x-forwarded-for': address } });
    expectError(await post('198.51.100.1'), 403, 'FORBIDDEN');
    expectError(await post('203.0.113.9'), 403, 'INSUFFICIENT_SCOPE');
    const key = await keyWith(bounds);
    const onBehalfOf = (address: string) =>
      server.call(key, 'GET', WHOAMI, { onBehalfOf: server.ours.accountId, headers: { 'x-forwarded-for': address } });
    expectError(await onBehalfOf('198.51.100.1'), 403, 'FORBIDDEN');
    expectError(await onBehalfOf('203.0.113.9'), 403, 'FORBIDDEN_ONBEHALF');
  });

  it('leaves whoever locked themselves out the dashboard', async () => {
    const key = await keyWith({});
    expectData(await change(key.id, { allowedIps: ['203.0.113.9'] }, key));
    expectError(await server.call(key, 'GET', WHOAMI), 403, 'FORBIDDEN');
    expectData(
      await bySession(server, server.ours.cookie, 'PATCH', `/api/v1/api-keys/${key.id}`, { allowedIps: null }),
    );
    expectData(await server.call(key, 'GET', WHOAMI));
  });

  it('bounds raw routes as well', async () => {
    const key = await keyWith({ allowedIps: ['203.0.113.9/32'] });
    const url = '/api/v1/contacts/export';
    expectError(await from(key, '198.51.100.1', url), 403, 'FORBIDDEN');
    expect((await from(key, '203.0.113.9', url)).status).toBe(200);
  });
});

describe('PATCH /api-keys/:id', () => {
  it('changes what is sent and nothing else', async () => {
    const expiresAt = inDays(3);
    const { apiKey } = expectData(await create({ expiresAt, allowedIps: ['10.0.0.0/8'] }), 201);
    const before = await listed(apiKey.id);
    expect(expectData(await change(apiKey.id, {})).apiKey).toEqual(before);
    expect(expectData(await change(apiKey.id, { name: 'Other', scopes: ['admin'], secret: 'x' })).apiKey).toEqual(
      before,
    );
    expectData(await change(apiKey.id, { allowedIps: ['10.1.0.0/16'] }));
    expect(await listed(apiKey.id)).toEqual({ ...before, allowedIps: ['10.1.0.0/16'] });
  });

  it('does not bring a revoked key back, also when both come at once', async () => {
    const revoked = await keyWith({});
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${revoked.id}/revoke`));
    expectError(await change(revoked.id, { expiresAt: inDays(9) }), 409, 'ALREADY_REVOKED');

    const key = await keyWith({});
    const [, ...changes] = await Promise.all([
      server.call(server.ours.key, 'POST', `/api/v1/api-keys/${key.id}/revoke`),
      ...Array.from({ length: 8 }, (_, index) => change(key.id, { expiresAt: inDays(index + 1) })),
    ]);
    for (const answer of changes) if (answer.status !== 200) expectError(answer, 409, 'ALREADY_REVOKED');
    expect((await listed(key.id)).revokedAt).not.toBeNull();
    expectError(await server.call(key, 'GET', WHOAMI), 401, 'REVOKED_KEY');
  });

  it("is 404 for an unknown and for the neighbour's key, which stays what it was", async () => {
    expectError(await change('c0000000000000000000000000', { expiresAt: null }), 404, 'NOT_FOUND');
    expectError(await change(server.theirs.key.id, { allowedIps: ['203.0.113.9/32'] }), 404, 'NOT_FOUND');
    expectData(await server.call(server.theirs.key, 'GET', WHOAMI));
  });

  it('counts at once here, and elsewhere when the cache is over', async () => {
    const key = await keyWith({});
    expectData(await server.call(key, 'GET', WHOAMI));
    expectData(await change(key.id, { allowedIps: ['203.0.113.9/32'] }));
    expectError(await server.call(key, 'GET', WHOAMI), 403, 'FORBIDDEN');
    // As another process would have written it.
    await server.services.database.pool.query(`UPDATE "ApiKey" SET "allowedIps" = '{}' WHERE id = $1`, [key.id]);
    await eventually(async () => void expectData(await server.call(key, 'GET', WHOAMI)), 2_500);
  });

  it('is recorded in the audit log with what was said', async () => {
    const tenant = await server.makeTenant();
    const expiresAt = inDays(5);
    const body = { name: 'Bound', expiresAt, allowedIps: ['10.0.0.0/8'] };
    const { apiKey } = expectData(await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body }), 201);
    expectData(await change(apiKey.id, { expiresAt: null }, tenant.key));
    expectError(await change(apiKey.id, { allowedIps: [] }, tenant.key), 400, 'VALIDATION');
    const rows = await auditOf(server, tenant.accountId);
    const named = { name: 'Bound', keyId: apiKey.keyId };
    expect(rows.map(({ action, targetId, data }) => ({ action, targetId, data }))).toEqual([
      {
        action: 'api_key.create',
        targetId: apiKey.id,
        data: { ...named, scopes: ['read', 'write'], expiresAt, allowedIps: ['10.0.0.0/8'] },
      },
      { action: 'api_key.update', targetId: apiKey.id, data: { ...named, expiresAt: null } },
    ]);
  });
});

describe('a platform key', () => {
  it('has no bounds', async () => {
    expectData(await from(server.platform, '198.51.100.1'));
  });
});
