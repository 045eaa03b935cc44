/** Who signs up with a mailbox against who proves it: every way into the account, by every way of the first proof. */
import { describe, expect, it } from 'vitest';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { toAppError } from '@/server/platform/errors';
import { now } from '@/server/platform/lib/clock';
import { signInWithPasskey } from '@/server/modules/account/accounts/passkey-sign-in';
import { addPasskey, beginPasskey } from '@/server/modules/account/accounts/passkeys';
import { setPassword } from '@/server/modules/account/accounts/passwords';
import { beginSecondFactor, enableSecondFactor } from '@/server/modules/account/accounts/second-factor';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { createWorkspace } from '@/server/modules/account/accounts/workspaces';
import { Authenticator } from '@/server/testing/authenticator';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeIntegration } from '@/server/testing/factories/shops';
import { makeInvitation, makeSession } from '@/server/testing/factories/account';
import { makePixels } from '@/server/testing/factories/offers';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, trpc, type TrpcAnswer } from '@/server/testing/http';
import { App } from '@/server/testing/second-factors';
import { useServer, type TestServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
const withoutMail = useServer();
const prisma = () => server.services.database.prisma;

const PASSWORD = 'the password of the stranger';
const NEW_PASSWORD = 'a password of the owner';
interface Person {
  id: string;
  accountId: string;
  email: string;
  cookie: string;
}
const mutate = (name: string, input: object, cookie?: string, on: TestServer = server): Promise<TrpcAnswer> =>
  trpc(on, 'mutation', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const isProven = async (cookie: string, on: TestServer = server) =>
  (await trpc(on, 'query', 'accounts.current', undefined, { cookie })).data?.user.isProven as boolean | undefined;
const newCookie = async ({ id, accountId }: Person) => {
  const { sessionVersion } = await prisma().user.findUniqueOrThrow({ where: { id } });
  return await makeSession(server.services, { sub: id, accountId, sessionVersion });
};

async function signUp(on: TestServer = server): Promise<Person> {
  const email = `${unique('budi')}@toko.example`;
  const body = { workspaceName: 'Toko', name: 'Budi', email, password: PASSWORD, language: 'id' };
  const { data, text } = await mutate('signUp', body, undefined, on);
  expect(data, text).toBeDefined();
  const { userId: id, accountId } = data as { userId: string; accountId: string };
  return { id, accountId, email, cookie: await makeSession(on.services, { sub: id, accountId }) };
}
/** The token of the newest link that was mailed. */
async function mailed(to: string, page: string): Promise<string> {
  await runJobs(server.services);
  return new RegExp(`/${page}/([\\w.?=-]+)`).exec(smtp.lastTo(to).parts[0]!.text)![1]!;
}
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => toAppError(error).appCode,
  );
const login = ({ email }: Person, password: string, more: { code?: string; cookies?: string } = {}) =>
  refusal(signIn(server.services, { email, password, address: newAddress(), userAgent: '', ...more }, now()));

/** What a stranger may leave behind who signs up with another's address; each says whether it still opens anything. */
async function leaveWaysIn(person: Person) {
  const { id, accountId, cookie } = person;
  const device = new Authenticator(new URL(server.services.settings.baseUrl).origin);
  const { options } = (await mutate('beginPasskey', { current: PASSWORD }, cookie)).data as { options: string };
  expect((await mutate('addPasskey', { answer: device.create(options), name: 'x' }, cookie)).status).toBe(200);
  const apiKey = expectData(await bySession(server, cookie, 'POST', '/api/v1/api-keys', { name: 'x' }), 201);
  const key = { keyId: apiKey.apiKey.keyId as string, secret: apiKey.secret as string };
  const url = 'https://jahat.example/hook';
  const { endpoint } = expectData(await bySession(server, cookie, 'POST', '/api/v1/webhooks/endpoints', { url }), 201);
  const integration = await makeIntegration(server.services, accountId);
  const channel = await makeChannel(server.services, accountId);
  await makePixels(server.services, accountId);
  const invitation = await makeInvitation(server.services.database, accountId, { invitedBy: id });
  const elsewhere = `${unique('jahat')}@jahat.example`;
  expect((await mutate('changeEmail', { email: elsewhere, current: PASSWORD }, cookie)).code).toBeUndefined();
  const change = await mailed(elsewhere, 'confirm-email');
  const devices = (await rememberDevice(server.services, id, undefined, now())).split(';')[0]!;
  const { secret } = (await mutate('beginSecondFactor', { current: PASSWORD }, cookie)).data as { secret: string };
  const app = new App(secret);
  const { data, cookie: session = '' } = await mutate('enableSecondFactor', { code: app.code() }, cookie);
  const codes = (data as { recoveryCodes: string[] }).recoveryCodes;
  return {
    session,
    key,
    app,
    open: async (): Promise<string[]> => {
      const { data: asked } = await mutate('askForPasskey', {});
      const answer = device.get((asked as { options: string }).options);
      const ways: Record<string, boolean> = {
        session: (await isProven(session)) !== undefined,
        passkey:
          (await refusal(
            signInWithPasskey(server.services, { answer, address: newAddress(), userAgent: '' }, now()),
          )) === 'in',
        'recovery code': (await login(person, PASSWORD, { code: codes[0]! })) === 'in',
        'password from a known device': (await login(person, PASSWORD, { cookies: devices })) === 'CODE_REQUIRED',
        'API key': (await server.call(key, 'GET', '/api/v1/contacts')).status === 200,
        'webhook endpoint': (await prisma().webhookEndpoint.findFirstOrThrow({ where: { id: endpoint.id as string } }))
          .active,
        invitation:
          (await trpc(server, 'query', 'accounts.openInvitation', { token: invitation.token })).data.state === 'open',
        'link to a new e-mail':
          (await trpc(server, 'query', 'accounts.emailLink', { token: change })).data?.state === 'open',
        connection: (await prisma().integration.findFirstOrThrow({ where: integration })).status !== 'revoked',
        channel:
          (await prisma().channelIntegration.findFirstOrThrow({ where: { id: channel.id } })).status !== 'revoked',
        pixels: (await prisma().merchantPixels.findUniqueOrThrow({ where: { accountId } })).enabled,
      };
      return Object.keys(ways).filter((way) => ways[way] === true);
    },
  };
}
const ALL = [
  'session',
  'passkey',
  'recovery code',
  'password from a known device',
  'API key',
  'webhook endpoint',
  'invitation',
  'link to a new e-mail',
  'connection',
  'channel',
  'pixels',
];
const forgetKept = (id: string, { keyId }: { keyId: string }) => {
  server.services.sessions.forget(id);
  server.services.keys.forget(keyId);
};

describe('a first proof of the mailbox', () => {
  it('by the link of the sign-up and who is signed in ends nothing', async () => {
    const person = await signUp();
    const token = await mailed(person.email, 'confirm-email');
    expect(smtp.lastTo(person.email).headers.subject).toBe('Konfirmasi email Anda untuk Laris');
    const ways = await leaveWaysIn(person);
    expect(await isProven(ways.session)).toBe(false);
    expect((await mutate('confirmEmail', { token }, ways.session)).data).toEqual({ done: true });
    expect(await isProven(ways.session)).toBe(true);
    expect(await ways.open()).toEqual(ALL);
    expect((await trpc(server, 'query', 'accounts.emailLink', { token })).data.state).toBe('used');
    expect(
      (await auditOf(server, person.accountId)).filter(({ action }) => action === 'member.prove_email'),
    ).toHaveLength(1);
    // A reset is the first proof of nothing any more.
    await mutate('requestReset', { email: person.email });
    const reset = await mailed(person.email, 'reset-password');
    await mutate('resetPassword', { token: reset, password: NEW_PASSWORD });
    forgetKept(person.id, ways.key);
    expect(await ways.open()).toEqual(ALL.filter((way) => !/session|code|password|link/.test(way)));
    expect(await login(person, NEW_PASSWORD)).toBe('CODE_REQUIRED');
  });

  it('ends what a session that was about to end has made meanwhile, and nothing that came later', async () => {
    const person = await signUp();
    const ways = await leaveWaysIn(person);
    await mutate('requestReset', { email: person.email });
    const token = await mailed(person.email, 'reset-password');
    await mutate('resetPassword', { token, password: NEW_PASSWORD });
    const where = { accountId: person.accountId };
    const again = (createdAt: Date) => prisma().apiKey.updateMany({ where, data: { revokedAt: null, createdAt } });
    const open = async () => {
      await prisma().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`;
      await runJobs(server.services);
      forgetKept(person.id, ways.key);
      return (await ways.open()).includes('API key');
    };
    await again(new Date(now().getTime() + 2_000));
    expect(await open()).toBe(false);
    await again(new Date(now().getTime() + 60_000));
    expect(await open()).toBe(true);
  });

  // Another process remembers the session, and calls the service with it once it has ended.
  it('leaves no way to whoever was about to add one in a session that ends', async () => {
    const person = await signUp();
    const { id: userId, accountId, email } = person;
    const [session] = await prisma().session.findMany({ where: { userId } });
    const stale = { kind: 'session', userId, sessionId: session!.id, accountId, role: 'owner', email } as const;
    const device = new Authenticator(new URL(server.services.settings.baseUrl).origin);
    const options = await beginPasskey(server.services, stale, { current: PASSWORD, language: 'en' }, now());
    const { secret } = await beginSecondFactor(server.services, stale, PASSWORD, now());
    const pending = await prisma().secondFactor.findUniqueOrThrow({ where: { userId } });
    await setPassword(server.services.database, { email, password: NEW_PASSWORD }, now());
    await prisma().secondFactor.create({ data: pending });
    const { services } = server;
    const passkey = { answer: device.create(options), name: 'x', language: 'en' } as const;
    const factor = { code: new App(secret).code(), removePasskeys: [], language: 'en' as const };
    const late = [
      () => addPasskey(services, stale, passkey, now()),
      () => enableSecondFactor(services, stale, factor, now()),
      () => createWorkspace(services.database, stale, 'x', now()),
    ];
    for (const attempt of late) expect(await refusal(attempt())).toBe('UNAUTHENTICATED');
    expect(await prisma().passkey.count({ where: { userId } })).toBe(0);
    expect(await login(person, NEW_PASSWORD)).toBe('in');
  });

  it('ends what was made in a workspace of others, and leaves the membership to whose mailbox it is', async () => {
    const us = await server.makeTenant();
    const email = `${unique('ani')}@toko.example`;
    const { token } = await makeInvitation(server.services.database, us.accountId, { role: 'admin' });
    const joined = await mutate('joinAsNew', { token, name: 'Ani', email, password: PASSWORD });
    expect(joined.status, joined.text).toBe(200);
    const { id } = await prisma().user.findUniqueOrThrow({ where: { email } });
    const cookie = await newCookie({ id, accountId: us.accountId, email, cookie: '' });
    const keyOf = (data: { apiKey: { keyId: string }; secret: string }) => ({
      keyId: data.apiKey.keyId,
      secret: data.secret,
    });
    const key = keyOf(expectData(await bySession(server, cookie, 'POST', '/api/v1/api-keys', { name: 'x' }), 201));
    const keyOfKey = keyOf(
      expectData(await server.call(key, 'POST', '/api/v1/api-keys', { body: { name: 'y' } }), 201),
    );
    const hook = { url: 'https://jahat.example/hook' };
    expectData(await server.call(keyOfKey, 'POST', '/api/v1/webhooks/endpoints', { body: hook }), 201);
    const own = { url: 'https://toko.example/hook' };
    expectData(await bySession(server, us.cookie, 'POST', '/api/v1/webhooks/endpoints', own), 201);
    const isIn = async (by: typeof key) => (await server.call(by, 'GET', '/api/v1/contacts')).status;
    expect([await isIn(key), await isIn(keyOfKey), await isIn(us.key)]).toEqual([200, 200, 200]);
    await setPassword(server.services.database, { email, password: NEW_PASSWORD }, now());
    for (const { keyId } of [key, keyOfKey, us.key]) server.services.keys.forget(keyId);
    expect([await isIn(key), await isIn(keyOfKey), await isIn(us.key)]).toEqual([401, 401, 200]);
    const endpoints = await prisma().webhookEndpoint.findMany({ where: { accountId: us.accountId, active: true } });
    expect(endpoints.map(({ url }) => url)).toEqual([own.url]);
    const ofUs = (await auditOf(server, us.accountId)).find(({ action }) => action === 'member.prove_email');
    const ended = {
      passkeys: 0,
      factors: 0,
      keys: 2,
      endpoints: 1,
      invitations: 0,
      integrations: 0,
      channels: 0,
      pixels: 0,
    };
    expect(ofUs!.data).toEqual({ ended });
    const session = await newCookie({ id, accountId: us.accountId, email, cookie: '' });
    expectData(await bySession(server, session, 'GET', '/api/v1/contacts'));
    server.services.sessions.forget(id);
    expect(await isProven(cookie)).toBeUndefined();
  });

  it('is not given by the link alone, nor by somebody else who is signed in', async () => {
    const person = await signUp();
    const token = await mailed(person.email, 'confirm-email');
    expect((await mutate('confirmEmail', { token })).code).toBe('UNAUTHENTICATED');
    expect((await mutate('confirmEmail', { token }, server.ours.cookie)).code).toBe('FORBIDDEN');
    expect(await isProven(person.cookie)).toBe(false);
  });

  it.each([
    [
      'a reset by mail',
      async ({ email }: Person) => {
        await mutate('requestReset', { email });
        const token = await mailed(email, 'reset-password');
        expect((await mutate('resetPassword', { token, password: NEW_PASSWORD })).code).toBeUndefined();
      },
    ],
    [
      'the operator',
      async ({ email }: Person) =>
        void (await setPassword(server.services.database, { email, password: NEW_PASSWORD }, now())),
    ],
  ])('by %s leaves nothing of what was made before', async (_, prove) => {
    const person = await signUp();
    const ways = await leaveWaysIn(person);
    expect(await ways.open()).toEqual(ALL);
    await prove(person);
    forgetKept(person.id, ways.key);
    expect(await ways.open()).toEqual([]);
    // Nor is the owner of the mailbox shut out by the second factor of whoever made the account.
    expect(await login(person, NEW_PASSWORD)).toBe('in');
    expect(await isProven(await newCookie(person))).toBe(true);
    const [entry] = (await auditOf(server, person.accountId)).filter(({ action }) => action === 'member.prove_email');
    expect(entry!.data).toEqual({
      ended: {
        passkeys: 1,
        factors: 1,
        keys: 1,
        endpoints: 1,
        invitations: 1,
        integrations: 1,
        channels: 1,
        pixels: 1,
      },
    });
  });

  it('by a changed e-mail leaves the session that confirms it and nothing else', async () => {
    const person = await signUp();
    const ways = await leaveWaysIn(person);
    const email = `${unique('baru')}@toko.example`;
    const given = { current: PASSWORD, code: ways.app.code(1) };
    expect((await mutate('changeEmail', { email, ...given }, ways.session)).data).toEqual({ state: 'mailed' });
    const token = await mailed(email, 'confirm-email');
    const confirmed = await mutate('confirmEmail', { token }, ways.session);
    expect(confirmed.data, confirmed.text).toEqual({ done: true });
    forgetKept(person.id, ways.key);
    expect(await isProven(confirmed.cookie!)).toBe(true);
    expect(await ways.open()).toEqual([]);
    expect(await login({ ...person, email }, PASSWORD)).toBe('in');
  });
});

describe('until then', () => {
  it('an account works in its own workspace, and joins, invites and is given nothing', async () => {
    const person = await signUp();
    expectData(await bySession(server, person.cookie, 'POST', '/api/v1/contacts', { email: 'ani@toko.example' }), 201);
    const { token } = await makeInvitation(server.services.database, server.ours.accountId);
    const refused = await mutate('acceptInvitation', { token }, person.cookie);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('"reason":"EMAIL_UNPROVEN"')]);
    expect((await mutate('invite', { email: 'x@toko.example' }, person.cookie)).text).toContain('EMAIL_UNPROVEN');
    expect((await trpc(server, 'query', 'accounts.openInvitation', { token })).data.state).toBe('open');
    await prisma().membership.create({
      data: { accountId: server.ours.accountId, userId: person.id, role: 'admin', createdAt: now() },
    });
    const given = { userId: person.id, current: server.ours.user.password };
    expect((await mutate('transferOwnership', given, server.ours.cookie)).text).toContain('EMAIL_UNPROVEN');
  });

  it('the link goes out three times in 15 minutes to a mailbox, however it is spelled, and to nobody who is proven', async () => {
    const person = await signUp();
    await runJobs(server.services);
    const mails = () => smtp.mails.filter(({ to }) => to.includes(person.email)).length;
    const before = mails();
    for (let turn = 0; turn < 2; turn++) expect((await mutate('sendProof', {}, person.cookie)).code).toBeUndefined();
    expect((await mutate('sendProof', {}, person.cookie)).code).toBe('TOO_MANY_ATTEMPTS');
    const token = await mailed(person.email, 'confirm-email');
    expect(mails()).toBe(before + 2);
    const other = { workspaceName: 'Toko', name: 'Budi', password: PASSWORD, email: person.email.replace('@', '+1@') };
    expect((await mutate('signUp', other)).code).toBe('TOO_MANY_ATTEMPTS');
    await mutate('confirmEmail', { token }, person.cookie);
    await mutate('sendProof', {}, server.ours.cookie);
    await runJobs(server.services);
    expect(smtp.mails.some(({ to }) => to.includes(server.ours.user.email))).toBe(false);
  });

  it('nothing is asked of anybody where the service sends no mail', async () => {
    const person = await signUp(withoutMail);
    expect(await isProven(person.cookie, withoutMail)).toBe(true);
    expect((await mutate('sendProof', {}, person.cookie, withoutMail)).code).toBe('MAIL_NOT_CONFIGURED');
    const { token } = await makeInvitation(withoutMail.services.database, withoutMail.ours.accountId);
    expect((await mutate('acceptInvitation', { token }, person.cookie, withoutMail)).status).toBe(200);
  });
});

describe('an invitation that was mailed', () => {
  const invite = async (email: string): Promise<{ handed: string; token: string; mailed: string }> => {
    await runJobs(server.services);
    const { data } = await mutate('invite', { email }, server.ours.cookie);
    const [token = '', mark = ''] = (await mailed(email, 'invitation')).split('?mailed=');
    return { handed: (data as { link: string }).link, token, mailed: mark };
  };
  const newPerson = (email: string) => ({ name: 'Ani', email, password: PASSWORD });
  const unprovenOf = async (email: string) =>
    (await prisma().user.findUniqueOrThrow({ where: { email } })).unprovenSince !== null;

  it('proves the mailbox that it went to, of somebody new and of who is signed in', async () => {
    const email = `${unique('ani')}@toko.example`;
    const { token, mailed: mark } = await invite(email);
    expect((await mutate('joinAsNew', { token, mailed: mark, ...newPerson(email) })).status).toBe(200);
    expect(await unprovenOf(email)).toBe(false);
    const person = await signUp();
    const link = await invite(person.email);
    const joined = await mutate('acceptInvitation', { token: link.token, mailed: link.mailed }, person.cookie);
    expect(joined.status, joined.text).toBe(200);
    expect(await unprovenOf(person.email)).toBe(false);
  });

  it('proves nothing to who was shown the link, of another address, or by another’s mark', async () => {
    const [email, other] = [`${unique('ani')}@toko.example`, `${unique('ani')}@toko.example`];
    const { handed, token, mailed: mark } = await invite(email);
    expect(handed).not.toContain(mark);
    const person = await signUp();
    for (const wrong of ['', mark, 'x'.repeat(43)])
      expect((await mutate('acceptInvitation', { token, mailed: wrong }, person.cookie)).code).toBe('BAD_STATE');
    expect((await mutate('joinAsNew', { token, mailed: mark, ...newPerson(other) })).status).toBe(200);
    expect(await unprovenOf(other)).toBe(true);
    expect(await mailed(other, 'confirm-email')).toBeTruthy();
    const second = await invite(email);
    expect((await mutate('joinAsNew', { token: second.token, ...newPerson(email) })).status).toBe(200);
    expect(await unprovenOf(email)).toBe(true);
  });
});
