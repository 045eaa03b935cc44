/** API keys through the doors (docs/contract/api-keys.md). */
import { describe, expect, it } from 'vitest';
import { makeKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const create = (body: unknown = { name: 'Storefront' }) =>
  server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body });

describe('POST /api-keys', () => {
  it('answers 201 with the key and its secret, in the formats of the contract', async () => {
    const data = expectData(await create({ name: 'Storefront' }), 201);
    expect(Object.keys(data).sort()).toEqual(['apiKey', 'secret']);
    expect(Object.keys(data.apiKey).sort()).toEqual([
      'allowedIps',
      'createdAt',
      'expiresAt',
      'id',
      'keyId',
      'name',
      'scopes',
    ]);
    expect(data.apiKey).toMatchObject({ name: 'Storefront', scopes: ['read', 'write'] });
    expect(data.apiKey.id).toMatch(/^c[a-z0-9]{24}$/);
    expect(data.apiKey.keyId).toMatch(/^SVCK[0-9A-F]{16}$/);
    expect(data.apiKey.createdAt).toMatch(INSTANT);
    expect(data.secret).toMatch(/^svcs_[A-Za-z0-9_-]{43}$/);
  });

  it('makes a key that signs requests', async () => {
    const { apiKey, secret } = expectData(await create(), 201);
    const me = expectData(await server.call({ keyId: apiKey.keyId, secret }, 'GET', '/api/v1/whoami'));
    expect(me).toEqual({
      accountId: server.ours.accountId,
      principal: 'key',
      keyId: apiKey.keyId,
      scopes: ['read', 'write'],
      onBehalfOf: null,
    });
  });

  it('keeps no secret: neither it nor the hash that signs stands in the database or in any other answer', async () => {
    const { apiKey, secret } = expectData(await create(), 201);
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(secret).digest('hex');
    const row = await server.services.database.prisma.apiKey.findUniqueOrThrow({ where: { keyId: apiKey.keyId } });
    for (const text of [JSON.stringify(row), (await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).text]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(hash);
      expect(text).not.toContain(Buffer.from(hash).toString('base64url'));
    }
  });

  it.each([
    ['["read"]', ['read'], ['read']],
    ['["admin"]', ['admin'], ['admin']],
    ['duplicates merged', ['write', 'read', 'write', 'read'], ['write', 'read']],
    ['all three', ['read', 'write', 'admin'], ['read', 'write', 'admin']],
  ])('stores the scopes as sent: %s', async (_, scopes, stored) => {
    expect(expectData(await create({ name: 'Scoped', scopes }), 201).apiKey.scopes).toEqual(stored);
  });

  it('lets a write key mint a key with admin: there is no admin gate', async () => {
    const writer = await makeKey(server.services.database, server.services.keys, server.ours.accountId, {
      scopes: ['write'],
    });
    const data = expectData(
      await server.call(writer, 'POST', '/api/v1/api-keys', { body: { name: 'Higher', scopes: ['admin'] } }),
      201,
    );
    expect(data.apiKey.scopes).toEqual(['admin']);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, 'name'],
    ['a name that is no text', { name: 5 }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['empty scopes', { name: 'n', scopes: [] }, 'scopes'],
    ['null scopes', { name: 'n', scopes: null }, 'scopes'],
    ['an unknown scope', { name: 'n', scopes: ['read', 'delete'] }, 'scopes.1'],
    ['the platform scope, which cannot be issued', { name: 'n', scopes: ['svc:platform:admin'] }, 'scopes.0'],
    ['scopes that are no list', { name: 'n', scopes: 'read' }, 'scopes'],
  ])('refuses %s with 400 VALIDATION and its path', async (_, body, path) => {
    const error = expectError(await create(body), 400, 'VALIDATION');
    expect(error.details.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    expect(error.message).toContain(error.details.issues[0].message);
  });

  it('takes names of 1 and of 120 characters, and ignores keys it does not know', async () => {
    expectData(
      await create({ name: 'n', keyId: 'SVCK0000000000000000', accountId: server.theirs.accountId, whatever: 1 }),
      201,
    );
    expectData(await create({ name: 'n'.repeat(120) }), 201);
  });
});

describe('GET /api-keys', () => {
  it('lists every key of the workspace, revoked ones too, newest first, without secrets', async () => {
    const tenant = await server.makeTenant();
    const call = (method: string, url: string, body?: unknown) => server.call(tenant.key, method, url, { body });
    const first = expectData(await call('POST', '/api/v1/api-keys', { name: 'First' }), 201);
    const second = expectData(await call('POST', '/api/v1/api-keys', { name: 'Second' }), 201);
    expectData(await call('POST', `/api/v1/api-keys/${first.apiKey.id}/revoke`));

    const data = expectData(await call('GET', '/api/v1/api-keys'));
    expect(Object.keys(data)).toEqual(['apiKeys']);
    expect(data.apiKeys.map((key: { id: string }) => key.id)).toEqual([
      second.apiKey.id,
      first.apiKey.id,
      tenant.key.id,
    ]);
    const [newest, revoked] = data.apiKeys;
    expect(Object.keys(newest).sort()).toEqual([
      'allowedIps',
      'createdAt',
      'createdBy',
      'expiresAt',
      'id',
      'keyId',
      'lastUsedAt',
      'name',
      'revokedAt',
      'scopes',
      'secretPreview',
    ]);
    expect(newest).toEqual({
      ...second.apiKey,
      secretPreview: `${second.secret.slice(0, 8)}…${second.secret.slice(-4)}`,
      lastUsedAt: null,
      revokedAt: null,
      createdBy: null,
    });
    expect(revoked.revokedAt).toMatch(INSTANT);
  });

  it('orders keys of one instant by id, descending', async () => {
    const tenant = await server.makeTenant();
    const createdAt = new Date('2030-01-01T00:00:00Z');
    const made = await Promise.all(
      Array.from({ length: 5 }, () =>
        makeKey(server.services.database, server.services.keys, tenant.accountId, { createdAt }),
      ),
    );
    const data = expectData(await server.call(tenant.key, 'GET', '/api/v1/api-keys'));
    expect(data.apiKeys.slice(0, 5).map((key: { id: string }) => key.id)).toEqual(
      made
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it("says which person made a key, and null for a key's key", async () => {
    const data = expectData(
      await bySession(server, server.ours.cookie, 'POST', '/api/v1/api-keys', { name: unique('By hand ') }),
      201,
    );
    const listed = expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys.find(
      (key: { id: string }) => key.id === data.apiKey.id,
    );
    expect(listed.createdBy).toBe(server.ours.user.id);
  });

  it("shows nothing of the neighbour's", async () => {
    const theirs = expectData(await server.call(server.theirs.key, 'GET', '/api/v1/api-keys')).apiKeys.map(
      (key: { id: string }) => key.id,
    );
    const ours = expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys.map(
      (key: { id: string }) => key.id,
    );
    expect(theirs).toEqual([server.theirs.key.id]);
    expect(ours).not.toContain(server.theirs.key.id);
  });
});

describe('POST /api-keys/:id/revoke', () => {
  it('answers with id and revokedAt, refuses the key from then on, and is irreversible', async () => {
    const { apiKey, secret } = expectData(await create(), 201);
    const key = { keyId: apiKey.keyId, secret };
    expectData(await server.call(key, 'GET', '/api/v1/whoami'));
    const data = expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${apiKey.id}/revoke`));
    expect(data).toEqual({ id: apiKey.id, revokedAt: expect.stringMatching(INSTANT) });
    await eventually(
      async () => void expectError(await server.call(key, 'GET', '/api/v1/whoami'), 401, 'REVOKED_KEY'),
      2_500,
    );

    expectError(
      await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${apiKey.id}/revoke`),
      409,
      'ALREADY_REVOKED',
    );
    const listed = expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys.find(
      (each: { id: string }) => each.id === apiKey.id,
    );
    expect(listed.revokedAt).toBe(data.revokedAt);
  });

  it('takes no body, and needs none', async () => {
    const { apiKey } = expectData(await create(), 201);
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${apiKey.id}/revoke`, { headers: {} }));
  });

  it('revokes once when called ten times at once: one success, the others ALREADY_REVOKED', async () => {
    const { apiKey } = expectData(await create(), 201);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.call(server.ours.key, 'POST', `/api/v1/api-keys/${apiKey.id}/revoke`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(
      (await auditOf(server, server.ours.accountId)).filter(
        (row) => row.targetId === apiKey.id && row.action === 'api_key.revoke',
      ),
    ).toHaveLength(1);
  });

  it.each(['c0000000000000000000000000', 'UPPER', 'a%20b', '%00', '..%2f', 'x'.repeat(900)])(
    'answers 404 NOT_FOUND for the unknown id %s',
    async (id) => {
      expectError(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${id}/revoke`), 404, 'NOT_FOUND');
    },
  );

  it("answers 404 for the neighbour's key, which keeps working", async () => {
    expectError(
      await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${server.theirs.key.id}/revoke`),
      404,
      'NOT_FOUND',
    );
    expectData(await server.call(server.theirs.key, 'GET', '/api/v1/whoami'));
  });
});

describe('the audit log', () => {
  it('records create and revoke with who did it, and never a secret', async () => {
    const tenant = await server.makeTenant();
    const made = await trpc(server, 'mutation', 'apiKeys.create', { name: 'By a person' }, { cookie: tenant.cookie });
    expect(made.status, made.text).toBe(200);
    await trpc(server, 'mutation', 'apiKeys.revoke', { id: made.data.apiKey.id }, { cookie: tenant.cookie });
    const byKey = expectData(
      await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: 'By a key' } }),
      201,
    );
    const byPartner = expectData(
      await server.call(server.platform, 'POST', '/api/v1/api-keys', {
        body: { name: 'By a partner' },
        onBehalfOf: tenant.accountId,
      }),
      201,
    );

    const rows = await auditOf(server, tenant.accountId);
    expect(
      rows.map(({ actorKind, actorId, partnerId, onBehalfOf, action, targetType, targetId }) => ({
        actorKind,
        actorId,
        partnerId,
        onBehalfOf,
        action,
        targetType,
        targetId,
      })),
    ).toEqual([
      {
        actorKind: 'session',
        actorId: tenant.user.id,
        partnerId: null,
        onBehalfOf: null,
        action: 'api_key.create',
        targetType: 'api_key',
        targetId: made.data.apiKey.id,
      },
      {
        actorKind: 'session',
        actorId: tenant.user.id,
        partnerId: null,
        onBehalfOf: null,
        action: 'api_key.revoke',
        targetType: 'api_key',
        targetId: made.data.apiKey.id,
      },
      {
        actorKind: 'key',
        actorId: tenant.key.id,
        partnerId: null,
        onBehalfOf: null,
        action: 'api_key.create',
        targetType: 'api_key',
        targetId: byKey.apiKey.id,
      },
      {
        actorKind: 'platform',
        actorId: server.platform.id,
        partnerId: server.platform.id,
        onBehalfOf: tenant.accountId,
        action: 'api_key.create',
        targetType: 'api_key',
        targetId: byPartner.apiKey.id,
      },
    ]);
    const text = JSON.stringify(rows);
    for (const { secret } of [made.data, byKey, byPartner]) expect(text).not.toContain(secret);
  });

  it('records nothing when the call is refused', async () => {
    const tenant = await server.makeTenant();
    await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: '' } });
    await server.call(tenant.key, 'POST', `/api/v1/api-keys/${server.theirs.key.id}/revoke`);
    expect(await auditOf(server, tenant.accountId)).toEqual([]);
  });

  it('is written in the transaction of the change: without the audit row there is no key', async () => {
    const tenant = await server.makeTenant();
    const { pool } = server.services.database;
    await pool.query(
      `CREATE FUNCTION fail_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no audit today'; END $$`,
    );
    await pool.query(
      `CREATE TRIGGER fail_audit BEFORE INSERT ON "AuditEntry" FOR EACH ROW WHEN (NEW."accountId" = '${tenant.accountId}') EXECUTE FUNCTION fail_audit()`,
    );
    try {
      expectError(
        await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: 'Unrecorded' } }),
        500,
        'INTERNAL',
      );
      expectError(await server.call(tenant.key, 'POST', `/api/v1/api-keys/${tenant.key.id}/revoke`), 500, 'INTERNAL');
    } finally {
      await pool.query('DROP TRIGGER fail_audit ON "AuditEntry"');
    }
    const data = expectData(await server.call(tenant.key, 'GET', '/api/v1/api-keys'));
    expect(data.apiKeys).toMatchObject([{ id: tenant.key.id, revokedAt: null }]);
  });

  it.each([
    'UPDATE "AuditEntry" SET action = \'x\'',
    'DELETE FROM "AuditEntry"',
    'TRUNCATE "AuditEntry"',
    'TRUNCATE "AuditEntry" CASCADE',
    `SET session_replication_role = replica; DELETE FROM "AuditEntry"`,
  ])('refuses %s', async (sql) => {
    await create();
    const { pool } = server.services.database;
    const { rows: before } = await pool.query('SELECT count(*) FROM "AuditEntry"');
    const client = await pool.connect();
    try {
      await expect(client.query(sql)).rejects.toThrow(/append-only/);
    } finally {
      client.release(true);
    }
    expect((await pool.query('SELECT count(*) FROM "AuditEntry"')).rows).toEqual(before);
  });
});
