/** Changing a password, and setting a forgotten one by mail. */
import { describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { pruneLinksJob } from '@/server/modules/account/accounts/jobs';
import { hashToken } from '@/server/modules/account/accounts/link-token';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { type MadeUser, makeSession, makeUser } from '@/server/testing/factories/account';
import { trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
const withoutMail = useServer();

const mutate = (name: string, input: object, cookie?: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const stateOf = async (token: string) =>
  (await trpc(server, 'query', 'accounts.resetLink', { token })).data?.state as string | undefined;
const statusOf = async (cookie: string): Promise<number> =>
  (await server.fetch('GET', '/api/v1/whoami', { headers: { cookie } })).status;
const login = ({ email }: MadeUser, password: string) =>
  signIn(server.services, { email, password, address: newAddress(), userAgent: '' }, now());
const person = () => makeUser(server.services.database, server.ours.accountId);
const cookieOf = ({ id }: MadeUser, sessionVersion = 1) =>
  makeSession(server.services, { sub: id, accountId: server.ours.accountId, sessionVersion });
const NEW = 'sandi yang baru sekali';
const auditOf = (userId: string) =>
  server.services.database.prisma.auditEntry.findMany({
    where: { accountId: server.ours.accountId, targetId: userId },
    select: { action: true, actorKind: true, actorId: true, data: true },
  });

/** Asks for a link and lets the worker mail it. */
async function linkFor(user: MadeUser, language = 'en'): Promise<string> {
  expect((await mutate('requestReset', { email: user.email, language })).data).toEqual({ done: true });
  await runJobs(server.services);
  return /\/reset-password\/([\w-]{43})/.exec(smtp.lastTo(user.email).parts[0]!.text)![1]!;
}

describe('changing the password', () => {
  it('asks for the present one, ends all other sessions and keeps this one', async () => {
    const user = await person();
    const [here, elsewhere] = [await cookieOf(user), await cookieOf(user)];
    const changed = await mutate('changePassword', { current: user.password, password: NEW, language: 'id' }, here);
    expect(changed.data).toEqual({ done: true });
    expect(await statusOf(changed.cookie!)).toBe(200);
    await expect.poll(() => statusOf(elsewhere), { timeout: 2_500 }).toBe(401);
    expect((await login(user, NEW)).sessionVersion).toBe(2);
    await expect(login(user, user.password)).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    expect(await auditOf(user.id)).toEqual([
      { action: 'member.change_password', actorKind: 'session', actorId: user.id, data: {} },
    ]);
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Kata sandi Laris Anda sudah diubah');
  });

  it('refuses a wrong present one and a new one that is too short', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    expect(await mutate('changePassword', { current: 'a guess', password: NEW }, cookie)).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
      cookie: undefined,
    });
    expect(await mutate('changePassword', { current: user.password, password: 'kurang' }, cookie)).toMatchObject({
      status: 400,
      code: 'VALIDATION',
    });
    expect(await mutate('changePassword', { current: user.password, password: NEW })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(await statusOf(cookie)).toBe(200);
    await login(user, user.password);
  });

  it('lets nobody guess the present one, also all at once', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        mutate('changePassword', { current: `guess ${index}`, password: NEW }, cookie),
      ),
    );
    expect(answers.filter(({ code }) => code === 'WRONG_CREDENTIALS')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(4);
    expect((await mutate('changePassword', { current: user.password, password: NEW }, cookie)).code).toBe(
      'TOO_MANY_ATTEMPTS',
    );
  });

  it('takes one of several changes that come at the same moment', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        mutate('changePassword', { current: user.password, password: `${NEW} ${index}` }, cookie),
      ),
    );
    const at = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login(user, `${NEW} ${at}`)).sessionVersion).toBe(2);
  });
});

describe('a forgotten password', () => {
  it('is set by the link in a mail, once; every session ends and every other link is void', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    const first = await linkFor(user);
    const second = await linkFor(user, 'id');
    expect(smtp.lastTo(user.email).headers.subject).toBe('Buat kata sandi baru untuk Laris');
    expect([await stateOf(first), await stateOf(second)]).toEqual(['open', 'open']);
    expect(
      (await server.services.database.prisma.passwordReset.findMany({ where: { userId: user.id } }))
        .map(({ tokenHash }) => tokenHash)
        .sort(),
    ).toEqual([hashToken(first), hashToken(second)].sort());

    expect(await statusOf(cookie)).toBe(200);
    expect((await mutate('resetPassword', { token: second, password: NEW })).data).toEqual({ done: true });
    await expect.poll(() => statusOf(cookie), { timeout: 2_500 }).toBe(401);
    await login(user, NEW);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['used', 'used']);
    for (const token of [first, second])
      expect(await mutate('resetPassword', { token, password: 'noch ein anderes' })).toMatchObject({
        status: 409,
        code: 'BAD_STATE',
      });
    expect(await auditOf(user.id)).toEqual([
      { action: 'member.reset_password', actorKind: 'session', actorId: user.id, data: {} },
    ]);
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Your password for Laris was changed');
  });

  it('takes one of several who use the link at the same moment', async () => {
    const user = await person();
    const token = await linkFor(user);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => mutate('resetPassword', { token, password: `${NEW} ${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await login(user, `${NEW} ${answers.findIndex(({ status }) => status === 200)}`);
  });

  it('is void after an hour, and after the password was changed otherwise', async () => {
    const user = await person();
    const token = await linkFor(user);
    try {
      setClockOffset(60 * 60_000);
      expect(await stateOf(token)).toBe('expired');
      expect((await mutate('resetPassword', { token, password: NEW })).text).toContain('"reason":"EXPIRED"');
    } finally {
      setClockOffset(0);
    }
    expect(
      (await mutate('changePassword', { current: user.password, password: NEW }, await cookieOf(user))).status,
    ).toBe(200);
    expect(await stateOf(token)).toBe('used');
    expect(await trpc(server, 'query', 'accounts.resetLink', { token: 'x'.repeat(43) })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await mutate('resetPassword', { token: 'short', password: NEW })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it('is asked for with the same answer and the same work for an address that nobody has', async () => {
    const nobody = `${unique('nobody')}@example.test`;
    const user = await person();
    const [known, unknown] = [
      await mutate('requestReset', { email: user.email }),
      await mutate('requestReset', { email: nobody }),
    ];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const { rows } = await server.services.database.pool.query<{ payload: object }>(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'email' = ANY ($1) ORDER BY id`,
      [[user.email, nobody]],
    );
    expect(rows).toEqual([
      { payload: { email: user.email, language: 'en' } },
      { payload: { email: nobody, language: 'en' } },
    ]);
    await runJobs(server.services);
    expect(() => smtp.lastTo(nobody)).toThrow();
  });

  it('is asked for three times a mailbox in a quarter of an hour, known or not', async () => {
    for (const email of [(await person()).email, `${unique('nobody')}@example.test`]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => mutate('requestReset', { email })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    }
  });

  it('keeps no link in the queue, and tries the mail again when the server refuses it', async () => {
    const user = await person();
    smtp.refuse = true;
    await mutate('requestReset', { email: user.email });
    await expect(runJobs(server.services)).rejects.toThrow(/550/);
    const { rows } = await server.services.database.pool.query<{ text: string }>(
      `SELECT row_to_json(j)::text AS text FROM graphile_worker._private_jobs j`,
    );
    expect(rows.map(({ text }) => text).join()).not.toMatch(/reset-password/);
    smtp.refuse = false;
    await server.services.database.pool.query(
      'UPDATE graphile_worker._private_jobs SET run_at = now(), last_error = NULL',
    );
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Choose a new password for Laris');
  });

  it('opens the door to who locked themselves out by guessing', async () => {
    const user = await person();
    for (let guess = 0; guess < 11; guess++)
      await expect(login(user, 'guess')).rejects.toMatchObject({
        appCode: guess < 10 ? 'WRONG_CREDENTIALS' : 'TOO_MANY_ATTEMPTS',
      });
    await mutate('resetPassword', { token: await linkFor(user), password: NEW });
    await login(user, NEW);
  });

  it('is MAIL_NOT_CONFIGURED where the service sends no mail', async () => {
    expect(
      await trpc(withoutMail, 'mutation', 'accounts.requestReset', { email: withoutMail.ours.user.email }),
    ).toMatchObject({ status: 503, code: 'MAIL_NOT_CONFIGURED' });
  });

  it('is forgotten a day after the link ran out', async () => {
    const user = await person();
    const row = (hours: number) => ({
      tokenHash: unique('hash'),
      userId: user.id,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() - hours * 3_600_000),
    });
    await server.services.database.prisma.passwordReset.createMany({ data: [row(23), row(25)] });
    await pruneLinksJob.run(server.services, {});
    expect(await server.services.database.prisma.passwordReset.count({ where: { userId: user.id } })).toBe(1);
  });
});
