/**
 * The pixels' doors (docs/contract/pixels.md): stub, partial upsert, the public ids, and where the secrets never stand.
 */
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from '@/server/modules/offers/pixels/secrets';
import { SECRET_COLUMNS } from '@/server/modules/offers/pixels/vocabulary';
import { makePixels } from '@/server/testing/factories/offers';
import { auditOf, snapshotOf } from '@/server/testing/http';
import { createApp } from '@/server/doors/app';
import { signedHeaders } from '@/server/testing/sign';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const URL = '/api/v1/pixels';
const STUB = {
  adPixelAId: null,
  adPixelACapiAccessToken: null,
  adPixelATestEventCode: null,
  analyticsId: null,
  adsConversionId: null,
  adsPurchaseLabel: null,
  adPixelBId: null,
  adPixelBAccessToken: null,
  adPixelBTestEventCode: null,
  analyticsApiSecret: null,
  enabled: true,
};
const FULL = {
  adPixelAId: '1234567890123456',
  adPixelACapiAccessToken: 'EAAsecret-token-of-the-shop',
  adPixelATestEventCode: 'TEST98765',
  analyticsId: 'G-AB12CD34EF',
  adsConversionId: 'AW-123456789',
  adsPurchaseLabel: 'AbC-D_efG',
  adPixelBId: 'C4ABCDEF12GHIJ34KLMN',
  adPixelBAccessToken: 'tiktok-token-of-the-shop',
  adPixelBTestEventCode: 'TEST1',
  analyticsApiSecret: 'google-secret-of-the-shop',
  enabled: true,
};

const get = (tenant: Tenant) => server.call(tenant.key, 'GET', URL);
const patch = (tenant: Tenant, body: object) => server.call(tenant.key, 'PATCH', URL, { body });
const publicly = (accountId: string, headers: Record<string, string> = {}) =>
  server.fetch('GET', `${URL}/public/${accountId}`, { headers });

describe('GET and PATCH', () => {
  it('answers with a stub before the first write, and makes no row for it', async () => {
    const us = await server.makeTenant();
    const { status, body } = await get(us);
    expect([status, body.data]).toEqual([200, STUB]);
    expect(await server.services.database.prisma.merchantPixels.count({ where: { accountId: us.accountId } })).toBe(0);
  });

  it('needs a workspace', async () => {
    const { status, body } = await server.call(server.platform, 'GET', URL);
    expect([status, body.error?.code]).toEqual([403, 'NO_ACCOUNT']);
  });

  it('stores every field, gives the whole row back with its secrets, and keeps what is left out', async () => {
    const us = await server.makeTenant();
    const first = await patch(us, FULL);
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      ...FULL,
      id: expect.any(String),
      accountId: us.accountId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const second = await patch(us, { analyticsId: 'G-OTHER', adPixelATestEventCode: null });
    expect(second.body.data).toEqual({
      ...first.body.data,
      analyticsId: 'G-OTHER',
      adPixelATestEventCode: null,
      updatedAt: expect.any(String),
    });
    expect((await get(us)).body.data).toEqual(second.body.data);
    expect((await patch(us, {})).body.data).toEqual(second.body.data);
  });

  it('can be switched off and on alone', async () => {
    const us = await server.makeTenant();
    expect((await patch(us, { enabled: false })).body.data).toMatchObject({ ...STUB, enabled: false });
    expect((await patch(us, { adPixelAId: '1' })).body.data.enabled).toBe(false);
    expect((await patch(us, { enabled: true })).body.data).toMatchObject({ adPixelAId: '1', enabled: true });
  });

  it('takes white space off what was pasted, and clears what is left empty', async () => {
    const us = await server.makeTenant();
    expect((await patch(us, { adPixelAId: ' 123\n', adPixelACapiAccessToken: '\tEAAx ' })).body.data).toMatchObject({
      adPixelAId: '123',
      adPixelACapiAccessToken: 'EAAx',
    });
    expect((await patch(us, { adPixelAId: '', adPixelACapiAccessToken: '  ' })).body.data).toMatchObject({
      adPixelAId: null,
      adPixelACapiAccessToken: null,
    });
  });

  it.each(['adPixelAId', 'adPixelATestEventCode', 'analyticsId', 'adsConversionId', 'adsPurchaseLabel', 'adPixelBId'])(
    '%s has 64 characters at most',
    async (field) => {
      const us = await server.makeTenant();
      expect((await patch(us, { [field]: 'x'.repeat(64) })).status).toBe(200);
      for (const wrong of ['x'.repeat(65), 5, 'a\0b'])
        expect((await patch(us, { [field]: wrong })).body.error?.code).toBe('VALIDATION');
    },
  );

  it('the token has 500 characters at most, enabled is a boolean', async () => {
    const us = await server.makeTenant();
    expect((await patch(us, { adPixelACapiAccessToken: 'x'.repeat(500) })).status).toBe(200);
    expect((await patch(us, { adPixelACapiAccessToken: 'x'.repeat(501) })).body.error?.code).toBe('VALIDATION');
    for (const wrong of ['true', 1, null])
      expect((await patch(us, { enabled: wrong })).body.error?.code).toBe('VALIDATION');
  });

  it('writes need a plan that has pixels, reads and the public route do not', async () => {
    const free = await server.makeTenant({ plan: 'free' });
    const refused = await patch(free, FULL);
    expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toEqual([
      403,
      'PLAN_LIMIT',
      { plan: 'free', resource: 'pixels', limit: 0 },
    ]);
    expect((await get(free)).body.data).toEqual(STUB);
    await makePixels(server.services, free.accountId, { adPixelAId: '7' });
    expect((await publicly(free.accountId)).body.data).toMatchObject({ adPixelAId: '7' });
    expect((await patch(await server.makeTenant({ plan: 'starter' }), FULL)).status).toBe(200);
  });

  it('writes no audit row and touches no other workspace', async () => {
    const us = await server.makeTenant();
    const theirs = await snapshotOf(server, server.theirs.accountId);
    await patch(us, FULL);
    expect(await auditOf(server, us.accountId)).toEqual([]);
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(theirs);
    expect((await get(server.theirs)).body.data).toEqual(STUB);
  });

  it('first PATCHes at the same time all hold', async () => {
    for (let round = 0; round < 5; round++) {
      const us = await server.makeTenant();
      const fields = Object.entries(FULL);
      const answers = await Promise.all(fields.map(([field, value]) => patch(us, { [field]: value })));
      expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
      expect((await get(us)).body.data).toMatchObject(FULL);
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    }
  });
});

describe('the public ids', () => {
  it('are exactly these, with CORS, an ETag and a minute in the cache', async () => {
    const us = await server.makeTenant();
    await patch(us, FULL);
    const answer = await publicly(us.accountId);
    const open = Object.fromEntries(
      Object.entries(FULL).filter(([key]) => !(SECRET_COLUMNS as readonly string[]).includes(key)),
    );
    expect([answer.status, answer.body.data]).toEqual([200, open]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await publicly(us.accountId, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    await patch(us, { analyticsId: 'G-NEW' });
    expect((await publicly(us.accountId, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(200);
  });

  it.each([
    ['no row', null],
    ['everything empty', { enabled: true }],
    ['a label alone', { adsPurchaseLabel: 'label' }],
    ['secrets alone', { adPixelACapiAccessToken: 'EAAx', adPixelATestEventCode: 'TEST1' }],
    ['switched off', { ...FULL, enabled: false }],
  ])('are null with %s', async (_, body) => {
    const us = await server.makeTenant();
    if (body !== null) await patch(us, body);
    const answer = await publicly(us.accountId);
    expect([answer.status, answer.body.data]).toEqual([200, null]);
  });

  it.each(['adPixelAId', 'analyticsId', 'adsConversionId', 'adPixelBId'])('are given with %s alone', async (field) => {
    const us = await server.makeTenant();
    await patch(us, { [field]: 'x' });
    expect((await publicly(us.accountId)).body.data).toEqual({
      adPixelAId: null,
      analyticsId: null,
      adsConversionId: null,
      adsPurchaseLabel: null,
      adPixelBId: null,
      enabled: true,
      [field]: 'x',
    });
  });

  it('of nobody are null', async () => expect((await publicly('cnobody')).body.data).toBeNull());
});

describe('the secrets', () => {
  it('stand in no table in the clear, are sealed for their workspace and column, and differ each time', async () => {
    const us = await server.makeTenant();
    await patch(us, FULL);
    const everything = JSON.stringify(await snapshotOf(server, us.accountId));
    expect(everything).toContain(FULL.analyticsId);
    for (const secret of [FULL.adPixelACapiAccessToken, FULL.adPixelATestEventCode]) {
      for (const spelling of [
        secret,
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('base64url'),
        Buffer.from(secret).toString('hex'),
      ])
        expect(everything).not.toContain(spelling);
    }
    const { appSecrets } = server.services.settings;
    const sealed = sealSecret(appSecrets, us.accountId, 'adPixelACapiAccessToken', 'secret');
    expect(sealSecret(appSecrets, us.accountId, 'adPixelACapiAccessToken', 'secret')).not.toBe(sealed);
    expect(openSecret(appSecrets, us.accountId, 'adPixelACapiAccessToken', sealed)).toBe('secret');
    expect(openSecret(appSecrets, us.accountId, 'adPixelATestEventCode', sealed)).toBeNull();
    expect(openSecret(appSecrets, server.theirs.accountId, 'adPixelACapiAccessToken', sealed)).toBeNull();
  });

  it('that cannot be read are as if never entered, so that they can be entered again', async () => {
    const us = await server.makeTenant();
    await patch(us, FULL);
    await server.services.database.prisma.merchantPixels.updateMany({
      where: { accountId: us.accountId },
      data: {
        adPixelACapiAccessToken: sealSecret(
          ['another secret'.repeat(4)],
          us.accountId,
          'adPixelACapiAccessToken',
          'EAAold',
        ),
      },
    });
    expect((await get(us)).body.data).toMatchObject({ ...FULL, adPixelACapiAccessToken: null });
    expect((await patch(us, { adPixelACapiAccessToken: 'EAAnew' })).body.data.adPixelACapiAccessToken).toBe('EAAnew');
  });

  it('stand in no refusal, no public answer, and no line of the log at its most talkative', async () => {
    const lines: string[] = [];
    const stream = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const app = await createApp({ ...server.services, log: pino({ level: 'trace' }, stream) });
    const us = await server.makeTenant();
    const send = async (body: object): Promise<string> => {
      const payload = JSON.stringify(body);
      const { body: text } = await app.inject({
        method: 'PATCH',
        url: URL,
        payload,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(us.key, { method: 'PATCH', url: URL, body: payload }),
        },
      });
      return text;
    };
    const tooLong = `${FULL.adPixelACapiAccessToken}${'x'.repeat(500)}`;
    const refusals = [
      await send({ ...FULL, adPixelAId: 5 }),
      await send({ ...FULL, adPixelACapiAccessToken: tooLong }),
      await send({ ...FULL, adPixelATestEventCode: `${FULL.adPixelATestEventCode}\0` }),
    ];
    expect(refusals.every((text) => text.includes('VALIDATION'))).toBe(true);
    expect(await send(FULL)).toContain(FULL.adPixelACapiAccessToken);
    // An error of ours is told at length in the log.
    const { pool } = server.services.database;
    await pool.query(`ALTER TABLE "MerchantPixels" ADD CONSTRAINT no_more CHECK ("adPixelBId" <> 'C5')`);
    const broken = await send({ ...FULL, adPixelBId: 'C5' });
    await pool.query('ALTER TABLE "MerchantPixels" DROP CONSTRAINT no_more');
    expect(broken).toContain('INTERNAL');
    const open = await app.inject({ method: 'GET', url: `${URL}/public/${us.accountId}` });
    await app.close();
    expect(lines.join('')).toContain('request failed');
    for (const text of [...refusals, broken, open.body, lines.join('')]) {
      expect(text).not.toContain(FULL.adPixelACapiAccessToken);
      expect(text).not.toContain(FULL.adPixelATestEventCode);
    }
  });
});
