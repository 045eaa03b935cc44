/**
 * Signed requests (docs/contract/shared.md#authentication): what is signed, who may call what, and how soon a change of
 * a key counts.
 */
import { describe, expect, it } from 'vitest';
import { sign, signingKeyOf } from '@/server/platform/auth/signature';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeKey, makePlatformKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, eventually, expectData, expectError } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();

const WHOAMI = '/api/v1/whoami';
const seconds = (offset = 0): number => Math.floor(Date.now() / 1000) + offset;
const key = (scopes?: string[]) =>
  makeKey(
    server.services.database,
    server.services.keys,
    server.ours.accountId,
    scopes === undefined ? {} : { scopes },
  );
/** Headers signed over `over`, which may differ from what is sent. */
const signed = (over: Partial<Parameters<typeof sign>[1]>): Record<string, string> => {
  const parts = { method: 'GET', path: WHOAMI, timestamp: String(seconds()), body: Buffer.alloc(0), ...over };
  return {
    authorization: `Svc-HMAC-SHA256 keyId=${server.ours.key.keyId}, scope=*, signature=${sign(signingKeyOf(server.ours.key.secret), parts)}`,
    'x-svc-timestamp': parts.timestamp,
  };
};
const ask = (headers: Record<string, string>, url = WHOAMI) => server.fetch('GET', url, { headers });

describe('a signed request', () => {
  it('tells who calls', async () => {
    expect(expectData(await server.call(server.ours.key, 'GET', WHOAMI))).toEqual({
      accountId: server.ours.accountId,
      principal: 'key',
      keyId: server.ours.key.keyId,
      scopes: ['read', 'write'],
      onBehalfOf: null,
    });
  });

  it.each([
    ['the method', () => ask(signed({ method: 'POST' }))],
    ['the path', () => ask(signed({ path: '/api/v1/api-keys' }))],
    ['the path without its prefix', () => ask(signed({ path: '/whoami' }))],
    ['the path with the query', () => ask(signed({ path: `${WHOAMI}?a=1` }), `${WHOAMI}?a=1`)],
    ['the timestamp', async () => ask({ ...signed({}), 'x-svc-timestamp': String(seconds(-1)) })],
    [
      'the body',
      () => server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'a' }, signBody: '{"name":"b"}' }),
    ],
    [
      'a blank in the body',
      () =>
        server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: '{"name": "a"}', signBody: '{"name":"a"}' }),
    ],
    [
      'a body that was not signed',
      () => server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'a' }, signBody: '' }),
    ],
    [
      'an unknown key',
      () => server.call({ keyId: 'SVCK0000000000000000', secret: server.ours.key.secret }, 'GET', WHOAMI),
    ],
    [
      'a key id of another shape',
      () => server.call({ keyId: `${server.ours.key.keyId}' OR 1=1`, secret: 'x' }, 'GET', WHOAMI),
    ],
    [
      'the key id in lower case',
      () => server.call({ keyId: server.ours.key.keyId.toLowerCase(), secret: server.ours.key.secret }, 'GET', WHOAMI),
    ],
    [
      "the neighbour's secret",
      () => server.call({ keyId: server.ours.key.keyId, secret: server.theirs.key.secret }, 'GET', WHOAMI),
    ],
    [
      'the secret itself as signing key',
      () =>
        ask({
          ...signed({}),
          authorization: `Svc-HMAC-SHA256 keyId=${server.ours.key.keyId}, signature=${sign(server.ours.key.secret, { method: 'GET', path: WHOAMI, timestamp: String(seconds()), body: Buffer.alloc(0) })}`,
        }),
    ],
    [
      'a signature that is not hex',
      () =>
        ask({
          ...signed({}),
          authorization: `Svc-HMAC-SHA256 keyId=${server.ours.key.keyId}, signature=${'z'.repeat(64)}`,
        }),
    ],
    [
      'a signature of 63 characters',
      () => ask({ ...signed({}), authorization: signed({}).authorization!.slice(0, -1) }),
    ],
    ['a signature of 66 characters', () => ask({ ...signed({}), authorization: `${signed({}).authorization}00` })],
  ])('is 401 INVALID_SIGNATURE when it differs in %s, all with one and the same message', async (_, send) => {
    const error = expectError(await send(), 401, 'INVALID_SIGNATURE');
    expect(error).toEqual(
      expectError(
        await server.call({ keyId: 'SVCK0000000000000000', secret: 'x' }, 'GET', WHOAMI),
        401,
        'INVALID_SIGNATURE',
      ),
    );
  });

  it.each([
    [{ authorization: '' }],
    [{ authorization: 'Svc-HMAC-SHA256' }],
    [{ authorization: 'Svc-HMAC-SHA256 scope=*' }],
    [{ authorization: 'Svc-HMAC-SHA256 keyId=SVCK0000000000000000' }],
    [{ authorization: 'Basic YTpi' }],
    [{}],
  ])('is 401 UNAUTHENTICATED with %j', async (headers) => {
    expectError(await ask({ ...headers, 'x-svc-timestamp': String(seconds()) }), 401, 'UNAUTHENTICATED');
  });

  it('does not fall back to the session when its Authorization header is wrong', async () => {
    expectError(await ask({ authorization: 'Bearer x', cookie: server.ours.cookie }), 401, 'UNAUTHENTICATED');
  });

  it('takes the parts of the header in any order and with any spacing after commas; scope is not checked', async () => {
    const signature = /signature=(\w+)/.exec(signed({}).authorization!)![1]!;
    const timestamp = String(seconds());
    const fresh = sign(signingKeyOf(server.ours.key.secret), {
      method: 'GET',
      path: WHOAMI,
      timestamp,
      body: Buffer.alloc(0),
    });
    expect(signature).toHaveLength(64);
    const { keyId } = server.ours.key;
    for (const list of [
      `signature=${fresh},keyId=${keyId}`,
      `scope=nonsense,   signature=${fresh},\tkeyId=${keyId}`,
      `keyId=${keyId},signature=${fresh.toUpperCase()},scope=`,
    ]) {
      expectData(await ask({ authorization: `Svc-HMAC-SHA256 ${list}`, 'x-svc-timestamp': timestamp }));
    }
  });

  it.each([-290, 290])('is taken %d seconds off our clock', async (offset) => {
    expectData(await server.call(server.ours.key, 'GET', WHOAMI, { timestamp: seconds(offset) }));
  });

  it.each([
    ['310 s late', () => seconds(-310)],
    ['310 s early', () => seconds(310)],
    ['in milliseconds', () => Date.now()],
    ['empty', () => ''],
    ['with a fraction', () => `${seconds()}.5`],
    ['with a sign', () => `+${seconds()}`],
    ['in words', () => 'now'],
  ])(
    'is 401 TIMESTAMP_OUT_OF_RANGE when its timestamp is %s',
    async (_, timestamp) =>
      void expectError(
        await server.call(server.ours.key, 'GET', WHOAMI, { timestamp: timestamp() }),
        401,
        'TIMESTAMP_OUT_OF_RANGE',
      ),
  );

  it('is 401 TIMESTAMP_OUT_OF_RANGE without a timestamp, and with two', async () => {
    const { authorization, 'x-svc-timestamp': timestamp } = signed({});
    expectError(await ask({ authorization: authorization! }), 401, 'TIMESTAMP_OUT_OF_RANGE');
    const twice = rawText('GET', WHOAMI, {
      Authorization: authorization!,
      'X-Svc-Timestamp': timestamp!,
      'x-svc-timestamp': timestamp!,
    });
    expectError(await rawHttp(server.baseUrl, twice), 401, 'TIMESTAMP_OUT_OF_RANGE');
  });

  it('signs the path as it is on the wire, percent-encoding untouched, and not the query', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const encoded = `/api/v1/discount-codes/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    expect(expectData(await server.call(server.ours.key, 'GET', encoded)).id).toBe(id);
    expectError(await ask(signed({ path: `/api/v1/discount-codes/${id}` }), encoded), 401, 'INVALID_SIGNATURE');
    expectData(await ask(signed({ path: '/api/v1/discount-codes' }), '/api/v1/discount-codes?limit=1&q=%C3%A9'));
  });

  it('signs the raw bytes of the body, whatever they are', async () => {
    const bytes = Buffer.from('{"name":"Toko é 店 🎉","scopes":\r\n\t["read"]}', 'utf8');
    expect(
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: bytes }), 201).apiKey.name,
    ).toBe('Toko é 店 🎉');
    expectError(
      await server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: Buffer.from([0xff, 0xfe, 0x00]) }),
      400,
      'VALIDATION',
    );
  });

  it.each(['GET', 'DELETE'])('signs the body of a %s as well, if there is one', async (method) => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const url = `/api/v1/discount-codes/${id}`;
    const send = (body: string, over: string) =>
      rawHttp(
        server.baseUrl,
        rawText(
          method,
          url,
          {
            'content-type': 'application/json',
            'content-length': String(body.length),
            ...signedHeaders(server.ours.key, { method, url, body: over }),
          },
          body,
        ),
      );
    expect((await send('{"a":1}', '{"a":1}')).status).toBe(200);
    expectError(await send('{"a":1}', ''), 401, 'INVALID_SIGNATURE');
  });
});

describe('Idempotency-Key', () => {
  const post = (options: { idempotencyKey?: string; headers?: Record<string, string> }) =>
    server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'Twice' }, ...options });
  const withSigned = (idempotencyKey: string | undefined, sent: string | undefined) => {
    const body = '{"name":"x"}';
    const headers = signedHeaders(server.ours.key, { method: 'POST', url: '/api/v1/api-keys', body, idempotencyKey });
    delete headers['idempotency-key'];
    return server.fetch('POST', '/api/v1/api-keys', {
      body,
      headers: { ...headers, ...(sent === undefined ? {} : { 'idempotency-key': sent }) },
    });
  };

  it('is a fifth line of what is signed, and nothing else: the same key twice runs the operation twice', async () => {
    const made = [await post({ idempotencyKey: 'k-1' }), await post({ idempotencyKey: 'k-1' })].map(
      (answer) => expectData(answer, 201).apiKey.id,
    );
    expect(new Set(made).size).toBe(2);
  });

  it('counts as sent when it is empty', async () => {
    expectData(await withSigned('', ''), 201);
    expectError(await withSigned(undefined, ''), 401, 'INVALID_SIGNATURE');
    expectError(await withSigned('', undefined), 401, 'INVALID_SIGNATURE');
  });

  it.each([
    [undefined, 'k'],
    ['k', undefined],
    ['k', 'K'],
    ['k', 'k2'],
  ])('breaks the signature when it is signed as %j and sent as %j', async (over, sent) => {
    expectError(await withSigned(over, sent), 401, 'INVALID_SIGNATURE');
  });

  it('sent twice counts as one value, joined as HTTP joins them', async () => {
    const send = (over: string) => {
      const headers = signedHeaders(server.ours.key, { method: 'GET', url: WHOAMI, idempotencyKey: over });
      delete headers['idempotency-key'];
      return rawHttp(
        server.baseUrl,
        rawText('GET', WHOAMI, { ...headers, 'Idempotency-Key': 'one', 'idempotency-key': 'two' }),
      );
    };
    expect((await send('one, two')).status).toBe(200);
    for (const over of ['one', 'two']) expectError(await send(over), 401, 'INVALID_SIGNATURE');
  });

  it('takes bytes beyond ASCII as they are', async () => {
    const headers = signedHeaders(server.ours.key, {
      method: 'GET',
      url: WHOAMI,
      idempotencyKey: Buffer.from('schlüssel', 'utf8').toString('latin1'),
    });
    delete headers['idempotency-key'];
    expect(
      (await rawHttp(server.baseUrl, rawText('GET', WHOAMI, { ...headers, 'Idempotency-Key': 'schlüssel' }))).status,
    ).toBe(200);
  });
});

describe('scopes', () => {
  const GET = (k: Awaited<ReturnType<typeof key>>) => server.call(k, 'GET', '/api/v1/discount-codes');
  const HEAD = (k: Awaited<ReturnType<typeof key>>) => server.call(k, 'HEAD', '/api/v1/discount-codes');
  const POST = (k: Awaited<ReturnType<typeof key>>) =>
    server.call(k, 'POST', '/api/v1/api-keys', { body: { name: 'x' } });
  const DELETE = (k: Awaited<ReturnType<typeof key>>) => server.call(k, 'DELETE', '/api/v1/discount-codes/cx');

  it.each([
    [['read'], [200, 200, 403, 403]],
    [['write'], [403, 403, 201, 404]],
    [['admin'], [403, 403, 403, 403]],
    [
      ['read', 'write'],
      [200, 200, 201, 404],
    ],
    [
      ['read', 'admin'],
      [200, 200, 403, 403],
    ],
  ])('%j answers GET, HEAD, POST and DELETE with %j', async (scopes, expected) => {
    const made = await key(scopes);
    const answers = [await GET(made), await HEAD(made), await POST(made), await DELETE(made)];
    expect(answers.map(({ status }) => status)).toEqual(expected);
    for (const answer of answers)
      if (answer.status === 403 && answer.text !== '') expectError(answer, 403, 'INSUFFICIENT_SCOPE');
  });

  it('do not limit a session', async () => {
    const answer = await server.fetch('POST', '/api/v1/api-keys', {
      body: { name: 'x' },
      headers: { cookie: server.ours.cookie, origin: server.baseUrl },
    });
    expectData(answer, 201);
  });
});

describe('platform keys', () => {
  it('act as the merchant they name, whatever the method; the request is rescoped as a whole', async () => {
    const me = expectData(await server.call(server.platform, 'GET', WHOAMI, { onBehalfOf: server.ours.accountId }));
    expect(me).toEqual({
      accountId: server.ours.accountId,
      principal: 'platform',
      keyId: server.platform.keyId,
      scopes: ['svc:platform:admin'],
      onBehalfOf: server.ours.accountId,
    });
    const made = expectData(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes', {
        body: { code: unique('P'), type: 'percent', value: 1, currency: 'IDR' },
        onBehalfOf: server.theirs.accountId,
      }),
      201,
    );
    expect(made.accountId).toBe(server.theirs.accountId);
    expectError(
      await server.call(server.platform, 'GET', `/api/v1/discount-codes/${made.id}`, {
        onBehalfOf: server.ours.accountId,
      }),
      404,
      'NOT_FOUND',
    );
    const entry = (await auditOf(server, server.theirs.accountId)).at(-1);
    expect(entry).toMatchObject({
      actorKind: 'platform',
      partnerId: server.platform.id,
      onBehalfOf: server.theirs.accountId,
      targetId: made.id,
    });
  });

  it('name no workspace without the header: whoami answers, workspace endpoints are 403 NO_ACCOUNT', async () => {
    expect(expectData(await server.call(server.platform, 'GET', WHOAMI))).toMatchObject({
      accountId: null,
      onBehalfOf: null,
      principal: 'platform',
    });
    expectError(await server.call(server.platform, 'GET', '/api/v1/discount-codes'), 403, 'NO_ACCOUNT');
  });

  it.each(['c0000000000000000000000000', '', ' ', 'UPPER', "' OR 1=1", 'x'.repeat(3_000)])(
    'are 404 NOT_FOUND on behalf of the unknown workspace %j',
    async (onBehalfOf) => {
      expectError(await server.call(server.platform, 'GET', WHOAMI, { onBehalfOf }), 404, 'NOT_FOUND');
    },
  );

  it('name one workspace, not two', async () => {
    const headers = signedHeaders(server.platform, { method: 'GET', url: WHOAMI });
    const answer = await rawHttp(
      server.baseUrl,
      rawText('GET', WHOAMI, {
        ...headers,
        'X-Svc-On-Behalf-Of': server.ours.accountId,
        'x-svc-on-behalf-of': server.theirs.accountId,
      }),
    );
    expectError(answer, 404, 'NOT_FOUND');
  });

  it('see a workspace that was made a moment after they asked for it, within 2 seconds', async () => {
    const { accountId } = await server.makeTenant();
    await eventually(
      async () => void expectData(await server.call(server.platform, 'GET', WHOAMI, { onBehalfOf: accountId })),
      2_500,
    );
  });

  it.each([
    ['its own workspace', () => server.ours.accountId],
    ['another', () => server.theirs.accountId],
    ['nothing', () => ''],
  ])(
    'an ordinary key that sends the header for %s gets 403 FORBIDDEN_ONBEHALF, admin scope or not',
    async (_, onBehalfOf) => {
      for (const each of [server.ours.key, await key(['read', 'write', 'admin'])])
        expectError(await server.call(each, 'GET', WHOAMI, { onBehalfOf: onBehalfOf() }), 403, 'FORBIDDEN_ONBEHALF');
    },
  );
});

describe('a change of a key', () => {
  it('a key that another process revoked is refused within 2 seconds, with REVOKED_KEY only for who has the secret', async () => {
    for (const made of [await key(), await makePlatformKey(server.services.database, server.services.keys)]) {
      expectData(await server.call(made, 'GET', WHOAMI));
      const at = Date.now();
      const where = { keyId: made.keyId };
      await server.services.database.prisma.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
      await server.services.database.prisma.platformKey.updateMany({ where, data: { revokedAt: new Date() } });
      await eventually(async () => void expectError(await server.call(made, 'GET', WHOAMI), 401, 'REVOKED_KEY'), 2_300);
      expect(Date.now() - at).toBeLessThan(2_500);
      expectError(await server.call({ ...made, secret: 'wrong' }, 'GET', WHOAMI), 401, 'INVALID_SIGNATURE');
    }
  });

  it('lastUsedAt follows a signed request within 5 seconds, written once for many', async () => {
    const tenant = await server.makeTenant();
    const { pool } = server.services.database;
    await pool.query(`CREATE TABLE key_writes (at timestamptz); CREATE FUNCTION note_key_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO key_writes VALUES (now()); RETURN NEW; END $$;
      CREATE TRIGGER note_key_write BEFORE UPDATE ON "ApiKey" FOR EACH ROW WHEN (NEW.id = '${tenant.key.id}') EXECUTE FUNCTION note_key_write()`);
    const used = async (): Promise<number> => {
      const row = await server.services.database.prisma.apiKey.findUniqueOrThrow({
        where: { keyId: tenant.key.keyId },
      });
      return row.lastUsedAt?.getTime() ?? 0;
    };
    expect(await used()).toBe(0);
    const started = Date.now();
    await Promise.all(Array.from({ length: 60 }, () => server.call(tenant.key, 'GET', WHOAMI)));
    const last = Date.now();
    await eventually(async () => expect(await used()).toBeGreaterThanOrEqual(started));
    expect(await used()).toBeLessThanOrEqual(last);
    const { rows } = await pool.query<{ writes: number }>('SELECT count(*)::int AS writes FROM key_writes');
    expect(rows[0]!.writes).toBeLessThanOrEqual(2);

    const first = await used();
    await server.call(tenant.key, 'GET', WHOAMI);
    await eventually(async () => expect(await used()).toBeGreaterThan(first));
  });

  it('a refused signature is no use of a key', async () => {
    const tenant = await server.makeTenant();
    await server.call({ ...tenant.key, secret: 'wrong' }, 'GET', WHOAMI);
    await server.services.keys.flush();
    const row = await server.services.database.prisma.apiKey.findUniqueOrThrow({ where: { keyId: tenant.key.keyId } });
    expect(row.lastUsedAt).toBeNull();
  });
});
