/** Merchants of partners: made once, linked, left; what they see; what was called for them (docs/contract/admin.md). */
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { pruneCallsJob } from '@/server/modules/account/admin/jobs';
import { makeContact } from '@/server/testing/factories/audience';
import { makeLink, makePartner, makePlatformKey, makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Laris <halo@laris.test>' });
afterEach(() => setClockOffset(0));

const DAY_MS = 24 * 60 * 60_000;
const PARTNERS = '/api/v1/admin/partners';
const partnerWith = async (options: Parameters<typeof makePartner>[1] = {}) => {
  const { database, keys } = server.services;
  const id = await makePartner(database, { name: 'TokoPlus', ...options });
  const key = await makePlatformKey(database, keys, id);
  return {
    id,
    key,
    make: (body: object) => server.call(key, 'POST', `${PARTNERS}/${id}/merchants`, { body }),
    read: async (path: string) => expectData(await server.call(key, 'GET', `${PARTNERS}/${id}${path}`)),
  };
};
const asOperator = (method: string, path: string): Promise<Answer> => server.call(server.platform, method, path);
const madeOf = (answer: Answer) => [answer.status, answer.body.data as unknown];
const actions = async (accountId: string) => (await auditOf(server, accountId)).map(({ action }) => action);

describe('making a merchant', () => {
  it('makes a workspace on free, linked, with an owner who is invited; told again, nothing', async () => {
    const { id, key, make, read } = await partnerWith({ linkMode: 'linked' });
    const owner = `${unique('owner')}@toko.example`;
    const body = {
      externalRef: 'shop-1',
      name: ' Toko Kopi ',
      country: 'my',
      timeZone: 'Asia/Kuala_Lumpur',
      currency: 'myr',
      ownerEmail: owner,
    };
    const first = await make(body);
    const { accountId } = expectData(first, 201) as { accountId: string };
    expect(first.body.data).toEqual({ accountId, created: true });
    await runJobs(server.services);

    // What it made it may work for, from the first moment.
    const onBehalf = (path: string) => server.call(key, 'GET', path, { onBehalfOf: accountId });
    expect(expectData(await onBehalf('/api/v1/billing/plan'))).toMatchObject({ plan: 'free' });
    expect(await server.services.database.prisma.account.findUnique({ where: { id: accountId } })).toMatchObject({
      ...{ name: 'Toko Kopi', country: 'MY', timeZone: 'Asia/Kuala_Lumpur', currency: 'MYR' },
    });
    expect(await read('/merchants')).toEqual({
      data: [{ accountId, name: 'Toko Kopi', linkedAt: expect.any(String) as string }],
      cursor: null,
      hasMore: false,
    });
    expect(await read('')).toMatchObject({ merchants: 1 });
    const entries = await auditOf(server, accountId);
    expect(
      entries
        .toSorted((a, b) => a.action.localeCompare(b.action))
        .map(({ action, actorKind, actorId, partnerId, onBehalfOf }) => [
          action,
          actorKind,
          actorId,
          partnerId,
          onBehalfOf,
        ]),
    ).toEqual(
      ['member.invite', 'merchant.create', 'partner.link'].map((action) => [action, 'platform', key.id, id, null]),
    );

    const before = await snapshotOf(server, accountId);
    const mails = smtp.mails.length;
    expect(madeOf(await make({ ...body, name: 'Toko Teh' }))).toEqual([200, { accountId, created: false }]);
    await runJobs(server.services);
    expect(await snapshotOf(server, accountId)).toEqual(before);
    expect(smtp.mails).toHaveLength(mails);

    // The owner comes by the mail.
    const mail = smtp.lastTo(owner);
    expect(mail.headers.subject).toBe('Join Toko Kopi on Laris');
    expect(mail.parts[0]!.text).toContain('TokoPlus invites you');
    const [, token] = /\/invitation\/([\w-]{43})/.exec(mail.parts[0]!.text)!;
    expect((await trpc(server, 'query', 'accounts.openInvitation', { token })).data).toMatchObject({
      state: 'open',
      invitedBy: 'TokoPlus',
      email: owner,
    });
    const joined = await trpc(server, 'mutation', 'accounts.joinAsNew', {
      token,
      name: 'Ani',
      email: owner,
      password: 'a long password',
    });
    expect(joined.status).toBe(200);
    const { userId } = await server.services.database.prisma.membership.findFirstOrThrow({ where: { accountId } });
    const cookie = await makeSession(server.services, { sub: userId, accountId });
    expect((await trpc(server, 'query', 'accounts.members', {}, { cookie })).data).toMatchObject({
      members: [{ email: owner, role: 'owner' }],
    });
  });

  it('invites somebody who has other workspaces, into one more that is theirs', async () => {
    const { make } = await partnerWith();
    const { user } = server.ours;
    const { accountId } = expectData(
      await make({ externalRef: 'second', name: 'Kedua', ownerEmail: user.email }),
      201,
    ) as { accountId: string };
    await runJobs(server.services);
    const mail = smtp.lastTo(user.email);
    expect(mail.headers.subject).toBe('Bergabung dengan Kedua di Laris');
    const [, token] = /\/invitation\/([\w-]{43})/.exec(mail.parts[0]!.text)!;
    expect(
      (await trpc(server, 'mutation', 'accounts.acceptInvitation', { token }, { cookie: server.ours.cookie })).status,
    ).toBe(200);
    expect(await server.services.database.prisma.membership.findMany({ where: { accountId } })).toMatchObject([
      { userId: user.id, role: 'owner' },
    ]);
  });

  it('mails again when the mail did not go', async () => {
    const { make } = await partnerWith();
    const owner = `${unique('owner')}@toko.example`;
    smtp.refuse = true;
    expectData(await make({ externalRef: 'late', name: 'Toko', ownerEmail: owner }), 201);
    await expect(runJobs(server.services)).rejects.toThrow();
    smtp.refuse = false;
    await server.services.database.pool.query(
      'UPDATE graphile_worker._private_jobs SET run_at = now(), last_error = NULL',
    );
    await runJobs(server.services);
    expect(smtp.lastTo(owner).headers.subject).toContain('Toko');
  });

  it('makes one of fifty that are told at once, and one for each partner', async () => {
    const [one, two] = [await partnerWith(), await partnerWith()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => one.make({ externalRef: 'same', name: 'Toko' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(49).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => (body.data as { accountId: string }).accountId)).size).toBe(1);
    expect((await two.make({ externalRef: 'same', name: 'Toko' })).status).toBe(201);
  });

  it.each([
    [{ name: 'Toko' }],
    [{ externalRef: '', name: 'Toko' }],
    [{ externalRef: 'a\0', name: 'Toko' }],
    [{ externalRef: 'x', name: ' ' }],
    [{ externalRef: 'x', name: 'Toko', country: 'XX' }],
    [{ externalRef: 'x', name: 'Toko', timeZone: '+07:00' }],
    [{ externalRef: 'x', name: 'Toko', currency: 'XXX' }],
    [{ externalRef: 'x', name: 'Toko', ownerEmail: 'nobody' }],
  ])('refuses %j', async (body) => {
    const { make, read } = await partnerWith();
    expect((await make(body)).body.error?.code).toBe('VALIDATION');
    expect(await read('/merchants')).toMatchObject({ data: [] });
  });
});

describe('a link', () => {
  it('may be made and ended twice, and is told to the workspace once', async () => {
    const { id } = await partnerWith();
    const { accountId } = await server.makeTenant();
    const path = `${PARTNERS}/${id}/merchants/${accountId}`;
    for (const [method, linked] of [
      ['PUT', true],
      ['PUT', true],
      ['DELETE', false],
      ['DELETE', false],
      ['PUT', true],
    ] as const)
      expect(expectData(await asOperator(method, path))).toEqual({ linked });
    expect(await actions(accountId)).toEqual(['partner.link', 'partner.unlink', 'partner.link']);
    expect((await asOperator('PUT', `${PARTNERS}/${id}/merchants/cunknown`)).status).toBe(404);
    expect((await asOperator('DELETE', `${PARTNERS}/cunknown/merchants/${accountId}`)).status).toBe(404);
  });

  it('is walked in pages, the newest first', async () => {
    const { id, read } = await partnerWith();
    const accounts: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { accountId } = await server.makeTenant();
      setClockOffset(n * 1000);
      await makeLink(server.services.database, id, accountId);
      accounts.unshift(accountId);
    }
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (await read(`/merchants?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)) as {
        data: { accountId: string }[];
        cursor: string | null;
      };
      walked.push(...page.data.map(({ accountId }) => accountId));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(walked).toEqual(accounts);
  });

  it('is the owner’s to end, in Settings, and stays ended when the partner makes the merchant again', async () => {
    const { id, key, make } = await partnerWith({ linkMode: 'linked', contactEmail: 'ops@tokoplus.example' });
    const { accountId } = expectData(await make({ externalRef: 'left', name: 'Toko' }), 201) as { accountId: string };
    const owner = await makeUser(server.services.database, accountId);
    const cookie = await makeSession(server.services, { sub: owner.id, accountId });
    const colleague = await makeUser(server.services.database, accountId);
    const asColleague = { cookie: await makeSession(server.services, { sub: colleague.id, accountId }) };
    const shown = async () => (await trpc(server, 'query', 'admin.linkedPartners', undefined, { cookie })).data;
    expect(await shown()).toMatchObject({
      partners: [{ id, name: 'TokoPlus', status: 'active', linkMode: 'linked', contactEmail: 'ops@tokoplus.example' }],
    });
    expect(await trpc(server, 'mutation', 'admin.partWith', { id }, asColleague)).toMatchObject({ status: 403 });
    expect((await trpc(server, 'mutation', 'admin.partWith', { id }, { cookie })).status).toBe(200);
    expect(await shown()).toEqual({ partners: [] });
    const calls = () => server.call(key, 'GET', '/api/v1/contacts', { onBehalfOf: accountId });
    expect((await calls()).status).toBe(404);
    expect(madeOf(await make({ externalRef: 'left', name: 'Toko' }))).toEqual([200, { accountId, created: false }]);
    expect((await calls()).status).toBe(404);
    const entries = await auditOf(server, accountId);
    expect(entries.at(-1)).toMatchObject({
      action: 'partner.unlink',
      actorKind: 'session',
      actorId: owner.id,
      targetId: id,
      data: { name: 'TokoPlus' },
    });
  });
});

describe('usage', () => {
  interface Line {
    date: string;
    accountId: string | null;
    ok: number;
    clientErrors: number;
    serverErrors: number;
  }

  it('counts what its keys have signed, by day and workspace', async () => {
    const { id, key, read } = await partnerWith();
    const second = await makePlatformKey(server.services.database, server.services.keys, id);
    const [ours, theirs] = [server.ours.accountId, server.theirs.accountId];
    const today = new Date().toISOString().slice(0, 10);
    for (const signer of [key, second, key]) await server.call(signer, 'GET', '/api/v1/contacts', { onBehalfOf: ours });
    await server.call(key, 'POST', '/api/v1/contacts', { onBehalfOf: ours, body: {} });
    await server.call(key, 'GET', '/api/v1/contacts', { onBehalfOf: 'cunknown' });
    await server.call(key, 'GET', '/api/v1/contacts');
    await server.call(key, 'GET', '/api/v1/nowhere', { onBehalfOf: theirs });
    await server.call({ ...key, secret: 'wrong' }, 'GET', '/api/v1/contacts', { onBehalfOf: theirs });
    setClockOffset(DAY_MS);
    await server.call(key, 'GET', '/api/v1/whoami', { onBehalfOf: theirs });
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await server.services.partnerCalls.flush();
    const lines = async (query = '') => ((await read(`/usage${query}`)) as { calls: Line[] }).calls;
    expect(await lines()).toEqual([
      { date: tomorrow, accountId: theirs, ok: 1, clientErrors: 0, serverErrors: 0 },
      { date: today, accountId: null, ok: 0, clientErrors: 2, serverErrors: 0 },
      { date: today, accountId: ours, ok: 3, clientErrors: 1, serverErrors: 0 },
    ]);
    expect((await lines('?windowDays=1')).filter(({ date }) => date !== tomorrow)).toEqual([]);
  });

  it('is there a minute later at most, and adds up over processes and time', async () => {
    const { key, read } = await partnerWith();
    await Promise.all(Array.from({ length: 40 }, () => server.call(key, 'GET', '/api/v1/whoami')));
    await expect
      .poll(async () => ((await read('/usage')) as { calls: Line[] }).calls[0]?.ok ?? 0, {
        timeout: 10_000,
        interval: 500,
      })
      .toBeGreaterThanOrEqual(40);
  });

  it('is kept for 400 days', async () => {
    const { id, read } = await partnerWith();
    const day = (ago: number) => new Date(Date.now() - ago * DAY_MS);
    for (const ago of [401, 364, 0])
      await server.services.database.prisma.partnerCalls.create({
        data: { partnerId: id, day: day(ago), ok: ago, clientErrors: 0, serverErrors: 1 },
      });
    await pruneCallsJob.run(server.services, {});
    expect(await server.services.database.prisma.partnerCalls.count({ where: { partnerId: id } })).toBe(2);
    expect(((await read('/usage?windowDays=365')) as { calls: Line[] }).calls.map(({ ok }) => ok)).toEqual([0, 364]);
  });
});

describe('all merchants', () => {
  it('are found by name and id, filtered, and walked', async () => {
    const word = unique('kopi');
    const free = await server.makeTenant({ name: `Toko ${word.toUpperCase()} satu`, plan: 'free' });
    const scale = await server.makeTenant({ name: `${word} 100%`, plan: 'scale' });
    await makeContact(server.services.database, scale.accountId);
    const found = async (query: string) =>
      (expectData(await asOperator('GET', `/api/v1/admin/merchants?${query}`)) as { data: { accountId: string }[] })
        .data;
    expect(await found(`q=${word}`)).toMatchObject([
      { accountId: scale.accountId, name: `${word} 100%`, plan: 'scale', status: 'active', contacts: 1 },
      { accountId: free.accountId, plan: 'free', status: 'active', contacts: 0 },
    ]);
    expect(await found(`q=${word}&plan=scale,unheard`)).toHaveLength(1);
    expect(await found(`q=${word}&status=past_due`)).toEqual([]);
    expect(await found(`q=${word}%25`)).toEqual([]);
    expect(await found(`q=${free.accountId}`)).toMatchObject([{ accountId: free.accountId }]);
    const page = expectData(await asOperator('GET', `/api/v1/admin/merchants?q=${word}&limit=1`));
    expect(page).toMatchObject({ hasMore: true, data: [{ accountId: scale.accountId }] });
    expect(await found(`q=${word}&limit=1&cursor=${page.cursor as string}`)).toMatchObject([
      { accountId: free.accountId },
    ]);
  });

  it('one has its usage and counts, and nothing of people', async () => {
    const tenant = await server.makeTenant({ name: 'Toko Penuh', plan: 'growth' });
    const email = `${unique('sari')}@shopper.example`;
    await makeContact(server.services.database, tenant.accountId, { email });
    const answer = await asOperator('GET', `/api/v1/admin/merchants/${tenant.accountId}`);
    expect(expectData(answer)).toMatchObject({
      ...{ accountId: tenant.accountId, name: 'Toko Penuh', plan: 'growth', status: 'active', contacts: 1 },
      usage: { plan: 'growth', contacts: 1, contactsLimit: expect.any(Number) as number },
      counts: { members: 1, apiKeys: 1, channels: 0 },
    });
    for (const secret of [email, tenant.user.email, tenant.key.keyId]) expect(answer.text).not.toContain(secret);
    expect((await asOperator('GET', '/api/v1/admin/merchants/cunknown')).status).toBe(404);
  });
});
