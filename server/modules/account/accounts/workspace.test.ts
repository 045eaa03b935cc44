/** The settings of a workspace, several workspaces of a person, and pages that show another one than the session is in. */
import { parseSetCookie } from 'cookie';
import { describe, expect, it } from 'vitest';
import { WORKSPACE_HEADER } from '@/server/doors/bridge';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { now } from '@/server/platform/lib/clock';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { newAddress } from '@/server/testing/factories/unique';
import { expectData, trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const query = (name: string, cookie: string, headers: Record<string, string> = {}): Promise<TrpcAnswer> =>
  trpc(server, 'query', `accounts.${name}`, undefined, { cookie, headers });
const mutate = (
  name: string,
  input: object,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<TrpcAnswer> => trpc(server, 'mutation', `accounts.${name}`, input, { cookie, headers });
const memberOf = async ({ accountId }: Tenant, role: 'admin' | 'marketer' = 'admin') => {
  const user = await makeUser(server.services.database, accountId, { role });
  return { ...user, cookie: await makeSession(server.services, { sub: user.id, accountId }) };
};
const auditOf = (accountId: string, action: string) =>
  server.services.database.prisma.auditEntry.findMany({
    where: { accountId, action },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A key as the settings page gets one: signed, and the bytes sent unless told otherwise. */
async function upload(tenant: Tenant, options: { kind?: string; bytes?: boolean } = {}): Promise<string> {
  const signed = expectData(
    await server.call(tenant.key, 'POST', '/api/v1/uploads/sign-merchant', {
      body: { kind: options.kind ?? 'merchant-logo', contentType: 'image/png', size: PNG.length },
    }),
  ) as { key: string; url: string; headers: Record<string, string> };
  if (options.bytes !== false) {
    const { pathname, search } = new URL(signed.url);
    expect((await server.fetch('PUT', pathname + search, { headers: signed.headers, body: PNG })).status).toBe(200);
  }
  return signed.key;
}

describe('the settings of a workspace', () => {
  it('are changed by the owner one by one, and the audit log says from what to what', async () => {
    const tenant = await server.makeTenant({ name: 'Toko Lama' });
    expect((await query('workspace', tenant.cookie)).data).toMatchObject({
      id: tenant.accountId,
      name: 'Toko Lama',
      logoKey: null,
      logoUrl: null,
      timeZone: 'Asia/Jakarta',
      country: 'ID',
      currency: 'IDR',
    });
    expect(
      (await mutate('updateWorkspace', { name: '  Toko \n Baru ', country: 'my' }, tenant.cookie)).data,
    ).toMatchObject({ name: 'Toko Baru', country: 'MY', timeZone: 'Asia/Jakarta' });
    expect(
      (
        await mutate(
          'updateWorkspace',
          { timeZone: 'Asia/Kuala_Lumpur', currency: 'myr', name: 'Toko Baru', shopUrl: 'https://toko.example/' },
          tenant.cookie,
        )
      ).data,
    ).toMatchObject({ name: 'Toko Baru', timeZone: 'Asia/Kuala_Lumpur', currency: 'MYR' });
    expect((await mutate('updateWorkspace', { name: 'Toko Baru' }, tenant.cookie)).status).toBe(200);
    expect(
      (await auditOf(tenant.accountId, 'workspace.update')).map(({ actorKind, actorId, targetId, data }) => ({
        actorKind,
        actorId,
        targetId,
        data,
      })),
    ).toEqual([
      {
        actorKind: 'session',
        actorId: tenant.user.id,
        targetId: tenant.accountId,
        data: {
          changed: ['name', 'country'],
          name: 'Toko Baru',
          nameBefore: 'Toko Lama',
          country: 'MY',
          countryBefore: 'ID',
        },
      },
      {
        actorKind: 'session',
        actorId: tenant.user.id,
        targetId: tenant.accountId,
        data: {
          changed: ['shopUrl', 'timeZone', 'currency'],
          shopUrl: 'https://toko.example',
          shopUrlBefore: null,
          timeZone: 'Asia/Kuala_Lumpur',
          timeZoneBefore: 'Asia/Jakarta',
          currency: 'MYR',
          currencyBefore: 'IDR',
        },
      },
    ]);
    expect((await query('current', tenant.cookie)).data.workspace).toMatchObject({
      name: 'Toko Baru',
      currency: 'MYR',
      timeZone: 'Asia/Kuala_Lumpur',
      country: 'MY',
      shopUrl: 'https://toko.example',
      role: 'owner',
    });
  });

  it.each([
    ['timeZone', 'Asia/Atlantis'],
    ['timeZone', '+07:00'],
    ['timeZone', "UTC'; --"],
    ['timeZone', ''],
    ['country', 'XX'],
    ['country', 'IDN'],
    ['currency', 'XXX'],
    ['currency', 'Rp'],
    ['name', ' \n '],
    ['name', 'x'.repeat(121)],
    ['logoKey', ''],
    ['shopUrl', ''],
    ['shopUrl', 'http://toko.example'],
    ['shopUrl', 'https://localhost/toko'],
    ['shopUrl', 'https://rina:rahasia@toko.example'],
    ['shopUrl', 'https://toko.example/?ref=1'],
    ['shopUrl', `https://toko.example/${'x'.repeat(2048)}`],
  ])('refuse %s %j at its field', async (field, value) => {
    const answer = await mutate('updateWorkspace', { [field]: value }, server.ours.cookie);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION']);
    expect(answer.text).toContain(`"path":"${field}"`);
  });

  it("are the owner's and admins' to change, and everybody's to see", async () => {
    const admin = await memberOf(server.ours);
    expect((await mutate('updateWorkspace', { name: 'Ours now' }, admin.cookie)).status).toBe(200);
    const member = await memberOf(server.ours, 'marketer');
    expect((await query('workspace', member.cookie)).data.id).toBe(server.ours.accountId);
    expect(await mutate('updateWorkspace', { name: 'Mine now' }, member.cookie)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect((await query('workspace', server.ours.cookie)).data.name).not.toBe('Mine now');
  });

  it('read new phones by the new country and leave those that were read before', async () => {
    const tenant = await server.makeTenant();
    const create = (phone: string) => server.call(tenant.key, 'POST', '/api/v1/contacts', { body: { phone } });
    const phones = async () =>
      (
        await server.services.database.prisma.contact.findMany({
          where: { accountId: tenant.accountId },
          orderBy: { createdAt: 'asc' },
          select: { phoneE164: true },
        })
      ).map(({ phoneE164 }) => phoneE164);
    await create('0812 3456 7890');
    await mutate('updateWorkspace', { country: 'SG' }, tenant.cookie);
    expect(await phones()).toEqual(['+6281234567890']);
    await create('8123 4567');
    expect(await phones()).toEqual(['+6281234567890', '+6581234567']);
  });

  it('show on the public blog at once', async () => {
    const tenant = await server.makeTenant({ name: 'Toko Lama' });
    const logoKey = await upload(tenant);
    const page = async () => (await server.fetch('GET', `/b/${tenant.accountId}`)).text;
    expect(await page()).not.toContain('class="logo"');
    await mutate('updateWorkspace', { name: 'Toko Baru', logoKey }, tenant.cookie);
    expect(await page()).toMatch(new RegExp(`<img class="logo" src="[^"]*${logoKey}" alt=""/>Toko Baru`));
  });
});

describe('the logo', () => {
  it('is a stored upload of this workspace, of its kind, and can be taken away', async () => {
    const logoKey = await upload(server.ours);
    const saved = (await mutate('updateWorkspace', { logoKey }, server.ours.cookie)).data;
    expect(saved.logoUrl).toContain(logoKey);
    expect((await query('current', server.ours.cookie)).data.workspace.logoUrl).toBe(saved.logoUrl);
    expect((await mutate('updateWorkspace', { logoKey: null }, server.ours.cookie)).data).toMatchObject({
      logoKey: null,
      logoUrl: null,
    });
  });

  it.each([
    ["the neighbour's", () => upload(server.theirs)],
    ['of another kind', () => upload(server.ours, { kind: 'compose-asset' })],
    ['announced and never sent', () => upload(server.ours, { bytes: false })],
    ["nobody's", () => 'https://evil.example/logo.png'],
  ])('is refused when it is %s', async (_what, key) => {
    const answer = await mutate('updateWorkspace', { logoKey: await key() }, server.ours.cookie);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION']);
    expect(answer.text).toContain('"path":"logoKey"');
    expect((await query('workspace', server.ours.cookie)).data.logoKey).toBeNull();
  });
});

describe('several workspaces of one person', () => {
  const whoami = async (cookie: string) =>
    (await server.fetch('GET', '/api/v1/whoami', { headers: { cookie } })).body.data?.accountId as string | undefined;

  it('are made and gone into; the session follows, and signing in opens the last one', async () => {
    const tenant = await server.makeTenant({ name: 'First' });
    const made = await mutate('createWorkspace', { name: 'Second' }, tenant.cookie);
    expect(made.status).toBe(200);
    const second = made.data.accountId as string;
    expect(second).not.toBe(tenant.accountId);
    expect(await whoami(made.cookie!)).toBe(second);
    const current = (await query('current', made.cookie!)).data;
    expect(current.workspace).toMatchObject({ id: second, name: 'Second', role: 'owner', plan: 'free' });
    expect(current.workspaces.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second']);
    expect(await auditOf(second, 'workspace.create')).toMatchObject([
      { actorKind: 'session', actorId: tenant.user.id },
    ]);

    const login = () =>
      signIn(
        server.services,
        { email: tenant.user.email, password: tenant.user.password, address: newAddress(), userAgent: '' },
        now(),
      );
    expect((await login()).accountId).toBe(second);
    const back = await mutate('openWorkspace', { workspaceId: tenant.accountId }, made.cookie!);
    expect(await whoami(back.cookie!)).toBe(tenant.accountId);
    expect((await login()).accountId).toBe(tenant.accountId);
    // A membership that begins raises the version (docs/contract/accounts.md#sessions): sessions of before have ended.
    await expect.poll(() => whoami(tenant.cookie), { timeout: 2_500 }).toBeUndefined();
  });

  it('sets the cookie as a browser must keep it', async () => {
    const answer = await server.fetch('POST', '/api/trpc/accounts.openWorkspace', {
      headers: { cookie: server.ours.cookie, origin: server.baseUrl },
      body: { workspaceId: server.ours.accountId },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(parseSetCookie(cookie!)).toEqual({
      name: 'next-auth.session-token',
      value: expect.stringMatching(/^ey[\w.-]+$/),
      path: '/',
      maxAge: 2_592_000,
      httpOnly: true,
      sameSite: 'lax',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('stay closed to whoever is no member, and to another site', async () => {
    expect(await mutate('openWorkspace', { workspaceId: server.theirs.accountId }, server.ours.cookie)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      cookie: undefined,
    });
    const elsewhere = await server.fetch('POST', '/api/trpc/accounts.openWorkspace', {
      headers: { cookie: server.ours.cookie, origin: 'https://evil.example' },
      body: { workspaceId: server.ours.accountId },
    });
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([403, []]);
  });

  it('a page of one never writes into another that a second tab went into', async () => {
    const tenant = await server.makeTenant();
    const { cookie = '', data } = await mutate('createWorkspace', { name: 'Second' }, tenant.cookie);
    const create = (page: string) =>
      trpc(server, 'mutation', 'apiKeys.create', { name: 'Till' }, { cookie, headers: { [WORKSPACE_HEADER]: page } });
    expect(await create(tenant.accountId)).toMatchObject({ status: 403, code: 'ACCOUNT_MISMATCH' });
    expect(await server.services.database.prisma.apiKey.count({ where: { accountId: data.accountId } })).toBe(0);
    expect((await create(data.accountId)).status).toBe(200);
    // The way back is open to the page that is left behind.
    expect(
      (
        await mutate('openWorkspace', { workspaceId: tenant.accountId }, cookie, {
          [WORKSPACE_HEADER]: tenant.accountId,
        })
      ).status,
    ).toBe(200);
  });
});
