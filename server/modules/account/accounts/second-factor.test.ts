/** The second factor: codes of an app at sign-in, each once; recovery codes; who is told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '@/server/platform/errors';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { removeSecondFactor } from '@/server/modules/account/accounts/second-factor';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { makeAccount, makeSession, makeUser, type MadeUser } from '@/server/testing/factories/account';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { trpc, type TrpcAnswer } from '@/server/testing/http';
import { App } from '@/server/testing/second-factors';
import { useServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
beforeEach(() => later(0));
afterEach(() => setClockOffset(0));

const STEP = 30_000;
const mutate = (name: string, input: object, cookie?: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const stateOf = async (cookie: string) =>
  (await trpc(server, 'query', 'accounts.secondFactor', undefined, { cookie })).data as {
    enabledAt: string | null;
    recoveryCodesLeft: number;
  };
const statusOf = async (cookie: string): Promise<number> =>
  (await server.fetch('GET', '/api/v1/whoami', { headers: { cookie } })).status;
const login = ({ email, password }: Pick<MadeUser, 'email' | 'password'>, code = '', language?: 'en' | 'id') =>
  signIn(
    server.services,
    { email, password, code, address: newAddress(), userAgent: '', ...(language && { language }) },
    now(),
  );
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof AppError ? error.appCode : 'a fault'),
  );
/** So many steps from now on, in the middle of one: no test of ours crosses into the next. */
function later(steps: number): void {
  setClockOffset(0);
  setClockOffset(steps * STEP + STEP / 2 - (now().getTime() % STEP));
}
const auditOf = async (userId: string, accountId = server.ours.accountId) =>
  (
    await server.services.database.prisma.auditEntry.findMany({
      where: { accountId, targetId: userId },
      orderBy: { createdAt: 'asc' },
      select: { action: true, actorKind: true, actorId: true, data: true },
    })
  ).map(({ action, actorKind, actorId, data }) => ({ action, by: actorId ?? actorKind, data }));

interface Person extends MadeUser {
  cookie: string;
}
async function person(): Promise<Person> {
  const user = await makeUser(server.services.database, server.ours.accountId);
  return { ...user, cookie: await makeSession(server.services, { sub: user.id, accountId: server.ours.accountId }) };
}
async function begun(user: Person): Promise<App> {
  const { data, text } = await mutate('beginSecondFactor', { current: user.password }, user.cookie);
  expect(data, text).toBeDefined();
  return new App((data as { secret: string }).secret);
}
/** Somebody who has it, one step later: the code that switched it on is over. */
async function guarded(): Promise<{ user: Person; app: App; recoveryCodes: string[] }> {
  const user = await person();
  const app = await begun(user);
  const { data, cookie, text } = await mutate('enableSecondFactor', { code: app.code() }, user.cookie);
  expect(data, text).toBeDefined();
  later(1);
  return {
    user: { ...user, cookie: cookie! },
    app,
    recoveryCodes: (data as { recoveryCodes: string[] }).recoveryCodes,
  };
}

describe('switching it on', () => {
  it('takes the password and a code of the app, shows ten recovery codes and ends the other sessions', async () => {
    const user = await person();
    const elsewhere = await makeSession(server.services, { sub: user.id, accountId: server.ours.accountId });
    const begin = await mutate('beginSecondFactor', { current: user.password }, user.cookie);
    const { secret, uri } = begin.data as { secret: string; uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Laris:${encodeURIComponent(user.email)}?secret=${secret}&issuer=Laris`);
    const app = new App(secret);
    // Nothing is asked for yet.
    expect(await refusal(login(user))).toBe('signed in');
    expect(await stateOf(user.cookie)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });

    expect((await mutate('enableSecondFactor', { code: app.code(7) }, user.cookie)).code).toBe('WRONG_CODE');
    const on = await mutate(
      'enableSecondFactor',
      { code: ` ${app.code().replace(/(...)/, '$1 ')}`, language: 'id' },
      user.cookie,
    );
    const { recoveryCodes } = on.data as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await statusOf(on.cookie!)).toBe(200);
    await expect.poll(() => statusOf(elsewhere), { timeout: 2_500 }).toBe(401);
    expect(await stateOf(on.cookie!)).toEqual({ enabledAt: expect.any(String) as string, recoveryCodesLeft: 10 });
    expect(await auditOf(user.id)).toEqual([{ action: 'member.enable_second_factor', by: user.id, data: {} }]);
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Akun Laris Anda kini meminta kode saat masuk');
    expect((await mutate('beginSecondFactor', { current: user.password }, on.cookie)).code).toBe('BAD_STATE');
    expect((await mutate('enableSecondFactor', { code: app.code(1) }, on.cookie)).code).toBe('BAD_STATE');
  });

  it('keeps neither secret nor recovery codes in the clear', async () => {
    const user = await person();
    const begin = await mutate('beginSecondFactor', { current: user.password }, user.cookie);
    const { secret } = begin.data as { secret: string };
    const on = await mutate('enableSecondFactor', { code: new App(secret).code() }, user.cookie);
    const rows = JSON.stringify(
      await server.services.database.prisma.secondFactor.findUnique({
        where: { userId: user.id },
        include: { recoveryCodes: true },
      }),
    );
    expect(rows).toMatch(/"secret":"v1\./);
    const { recoveryCodes } = on.data as { recoveryCodes: string[] };
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(text);
  });

  it('needs the present password, and a session', async () => {
    const user = await person();
    expect((await mutate('beginSecondFactor', { current: 'a guess' }, user.cookie)).code).toBe('WRONG_CREDENTIALS');
    expect((await mutate('beginSecondFactor', { current: user.password })).code).toBe('UNAUTHENTICATED');
    expect((await mutate('enableSecondFactor', { code: '123456' }, user.cookie)).code).toBe('BAD_STATE');
  });

  it('forgets a secret that is begun anew, and one that was shown too long ago', async () => {
    const user = await person();
    const first = await begun(user);
    const second = await begun(user);
    expect((await mutate('enableSecondFactor', { code: first.code() }, user.cookie)).code).toBe('WRONG_CODE');
    setClockOffset(31 * 60_000);
    expect(await mutate('enableSecondFactor', { code: second.code() }, user.cookie)).toMatchObject({
      status: 409,
      code: 'BAD_STATE',
    });
    expect((await stateOf(user.cookie)).enabledAt).toBeNull();
  });

  it('happens once, of several at the same moment: whoever is told recovery codes has those that work', async () => {
    const user = await person();
    const app = await begun(user);
    const code = app.code();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => mutate('enableSecondFactor', { code }, user.cookie)),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const { recoveryCodes } = taken[0]!.data as { recoveryCodes: string[] };
    expect(await refusal(login(user, recoveryCodes[0]))).toBe('signed in');
  });
});

describe('signing in', () => {
  it('asks for the code only after the right password, and makes no session without it', async () => {
    const { user, app } = await guarded();
    const sessions = () => server.services.database.prisma.session.count({ where: { userId: user.id } });
    const before = await sessions();
    expect(await refusal(login({ ...user, password: 'not this one' }, app.code()))).toBe('WRONG_CREDENTIALS');
    expect(await refusal(login({ ...user, password: 'not this one' }))).toBe('WRONG_CREDENTIALS');
    expect(await refusal(login(user))).toBe('CODE_REQUIRED');
    expect(await refusal(login(user, '   '))).toBe('CODE_REQUIRED');
    expect(await refusal(login(user, app.code(-5)))).toBe('WRONG_CODE');
    expect(await sessions()).toBe(before);
    expect(await login(user, app.code())).toMatchObject({ sub: user.id, sessionVersion: 2 });
    expect(await sessions()).toBe(before + 1);
  });

  it('takes the code of a step once, and none of a step before it', async () => {
    const { user, app } = await guarded();
    const [earlier, present, next] = [app.code(-1), app.code(), app.code(1)];
    // The step that switched it on was taken then.
    expect(await refusal(login(user, earlier))).toBe('WRONG_CODE');
    expect(await refusal(login(user, next))).toBe('signed in');
    expect(await refusal(login(user, next))).toBe('WRONG_CODE');
    expect(await refusal(login(user, present))).toBe('WRONG_CODE');
    later(9);
    expect(await refusal(login(user, app.code(-2)))).toBe('WRONG_CODE');
    expect(await refusal(login(user, app.code(-1)))).toBe('signed in');
  });

  it('lets one in of several who send one code at the same moment', async () => {
    const { user, app } = await guarded();
    const code = app.code();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => refusal(login(user, code))));
    expect(outcomes.toSorted()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'signed in']);

    const other = await guarded();
    const withRecovery = await Promise.all(
      Array.from({ length: 4 }, () => refusal(login(other.user, other.recoveryCodes[3]))),
    );
    expect(withRecovery.toSorted()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'signed in']);
    expect((await stateOf(other.user.cookie)).recoveryCodesLeft).toBe(9);
  });

  it('counts guesses of the code for a person, five in 15 minutes, whatever came between; then it goes on', async () => {
    const { user, app } = await guarded();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await refusal(login(user, app.code(10 + guess)))).toBe('WRONG_CODE');
    }
    expect(await refusal(login(user, app.code()))).toBe('TOO_MANY_ATTEMPTS');
    setClockOffset(15 * 60_000 + 2 * STEP);
    expect(await refusal(login(user, app.code()))).toBe('signed in');
  });

  it('counts those of who is signed in apart, so that whoever has the password does not keep them from changing it', async () => {
    const { user, app } = await guarded();
    for (let guess = 0; guess < 5; guess += 1) await refusal(login(user, app.code(10 + guess)));
    const change = (code: string) =>
      mutate('changePassword', { current: user.password, password: 'sandi yang lain lagi', code }, user.cookie);
    const codes = await Promise.all(Array.from({ length: 8 }, () => change(app.code(20)))).then((answers) =>
      answers.map(({ code }) => code).toSorted(),
    );
    expect(codes).toEqual([...Array<string>(3).fill('TOO_MANY_ATTEMPTS'), ...Array<string>(5).fill('WRONG_CODE')]);
    const anew = await guarded();
    for (let guess = 0; guess < 5; guess += 1) await refusal(login(anew.user, anew.app.code(10 + guess)));
    const input = { current: anew.user.password, password: 'sandi yang lain lagi', code: anew.app.code(1) };
    expect((await mutate('changePassword', input, anew.user.cookie)).data).toEqual({ done: true });
  });

  it('tells its person once that somebody has the password, when several codes were wrong, also of many at once', async () => {
    const { user, app } = await guarded();
    const news = async () => {
      await runJobs(server.services);
      const subject = 'Somebody has the password of your Laris account';
      return smtp.mails.filter(({ to, headers }) => to.includes(user.email) && headers.subject === subject).length;
    };
    for (let slip = 0; slip < 2; slip += 1) expect(await refusal(login(user, app.code(10)))).toBe('WRONG_CODE');
    expect(await news()).toBe(0);
    // Whoever does not have the password brings no mail about.
    await refusal(login({ ...user, password: 'not this one' }, app.code(10)));
    expect(await news()).toBe(0);
    await Promise.all(Array.from({ length: 6 }, () => refusal(login(user, app.code(10)))));
    expect(await news()).toBe(1);
    const off = { current: user.password, code: app.code(10) };
    await Promise.all(Array.from({ length: 5 }, () => mutate('disableSecondFactor', off, user.cookie)));
    expect(await news()).toBe(1);
    expect((await auditOf(user.id)).filter(({ action }) => action === 'member.try_codes')).toEqual([
      { action: 'member.try_codes', by: 'system', data: {} },
    ]);
    setClockOffset(15 * 60_000 + 2 * STEP);
    await Promise.all(Array.from({ length: 5 }, () => refusal(login(user, app.code(10)))));
    expect(await news()).toBe(2);
  });

  it('counts the question for a code as an attempt, so that the right password alone clears nothing', async () => {
    const { user } = await guarded();
    const outcomes = [];
    for (let attempt = 0; attempt < 12; attempt += 1) outcomes.push(await refusal(login(user)));
    expect(outcomes).toEqual([...Array<string>(10).fill('CODE_REQUIRED'), 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
  });

  it('is not spared by a new password that was set by mail', async () => {
    const { user, app } = await guarded();
    await mutate('requestReset', { email: user.email });
    await runJobs(server.services);
    const token = /\/reset-password\/([\w-]{43})/.exec(smtp.lastTo(user.email).parts[0]!.text)![1]!;
    const password = 'sandi yang baru sekali';
    expect((await mutate('resetPassword', { token, password })).data).toEqual({ done: true });
    expect(await refusal(login({ ...user, password }))).toBe('CODE_REQUIRED');
    expect(await refusal(login({ ...user, password }, app.code()))).toBe('signed in');
  });

  it('knows nobody else’s codes', async () => {
    const [ours, theirs] = [await guarded(), await guarded()];
    expect(await refusal(login(ours.user, theirs.app.code()))).toBe('WRONG_CODE');
    expect(await refusal(login(ours.user, theirs.recoveryCodes[0]))).toBe('WRONG_CODE');
    expect(await refusal(login(theirs.user, theirs.recoveryCodes[0]))).toBe('signed in');
  });
});

describe('recovery codes', () => {
  it('open once each, however they are typed, and their person is told', async () => {
    const { user, recoveryCodes } = await guarded();
    const [code, other] = recoveryCodes as [string, string];
    const typed = code.replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l').toUpperCase();
    expect(await refusal(login(user, typed, 'id'))).toBe('signed in');
    expect(await refusal(login(user, code))).toBe('WRONG_CODE');
    expect((await stateOf(user.cookie)).recoveryCodesLeft).toBe(9);
    expect((await auditOf(user.id)).at(-1)).toEqual({
      action: 'member.use_recovery_code',
      by: user.id,
      data: { left: 9 },
    });
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Kode pemulihan akun Laris Anda sudah dipakai');
    expect(await refusal(login(user, other))).toBe('signed in');
  });

  it('are made anew with password and code; those of before are void', async () => {
    const { user, app, recoveryCodes } = await guarded();
    const renew = (input: object) => mutate('renewRecoveryCodes', input, user.cookie);
    expect((await renew({ current: 'a guess', code: app.code() })).code).toBe('WRONG_CREDENTIALS');
    expect((await renew({ current: user.password, code: app.code(9) })).code).toBe('WRONG_CODE');
    const { data } = await renew({ current: user.password, code: app.code() });
    const fresh = (data as { recoveryCodes: string[] }).recoveryCodes;
    expect(fresh).toHaveLength(10);
    expect(await refusal(login(user, recoveryCodes[0]))).toBe('WRONG_CODE');
    expect(await refusal(login(user, fresh[0]))).toBe('signed in');
    expect((await auditOf(user.id)).map(({ action }) => action)).toContain('member.renew_recovery_codes');
    await runJobs(server.services);
    expect(smtp.mails.map(({ headers, to }) => `${to.join()} ${headers.subject}`)).toContain(
      `${user.email} New recovery codes for your Laris account`,
    );
  });
});

describe('what decides who gets in', () => {
  it.each([
    ['changePassword', () => ({ password: 'sandi yang lain lagi' })],
    ['changeEmail', () => ({ email: `${unique('baru-')}@toko.example` })],
  ])('asks for a code as well (%s), and takes it once', async (name, input) => {
    const { user, app, recoveryCodes } = await guarded();
    const change = (more: object) => mutate(name, { ...input(), current: user.password, ...more }, user.cookie);
    expect((await change({})).code).toBe('CODE_REQUIRED');
    expect((await change({ code: app.code(9) })).code).toBe('WRONG_CODE');
    expect((await change({ current: 'a guess', code: recoveryCodes[0] })).code).toBe('WRONG_CREDENTIALS');
    expect((await stateOf(user.cookie)).recoveryCodesLeft).toBe(10);
    expect(smtp.mails.some(({ to }) => to.some((address) => address.startsWith('baru-')))).toBe(false);
    const [changed, second] = [await change({ code: app.code() }), app.code()];
    expect(changed.status, changed.text).toBe(200);
    const cookie = changed.cookie ?? user.cookie;
    const current = name === 'changePassword' ? 'sandi yang lain lagi' : user.password;
    expect((await mutate(name, { ...input(), current, code: second }, cookie)).code).toBe('WRONG_CODE');
  });
});

describe('switching it off', () => {
  it('takes both factors, says so in every workspace of the person and by mail, and leaves sessions alone', async () => {
    const { user, app } = await guarded();
    const second = await makeAccount(server.services.database);
    await server.services.database.prisma.membership.create({
      data: { accountId: second, userId: user.id, role: 'owner', createdAt: now() },
    });
    const off = (input: object) => mutate('disableSecondFactor', input, user.cookie);
    expect((await off({ current: 'a guess', code: app.code() })).code).toBe('WRONG_CREDENTIALS');
    expect((await off({ current: user.password, code: app.code(9) })).code).toBe('WRONG_CODE');
    expect((await off({ current: user.password, code: app.code(), language: 'id' })).data).toEqual({ done: true });
    expect(await stateOf(user.cookie)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    expect(await refusal(login(user))).toBe('signed in');
    for (const accountId of [server.ours.accountId, second])
      expect((await auditOf(user.id, accountId)).at(-1)).toEqual({
        action: 'member.disable_second_factor',
        by: user.id,
        data: {},
      });
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Akun Laris Anda tidak lagi meminta kode saat masuk');
    expect((await off({ current: user.password, code: app.code(1) })).code).toBe('BAD_STATE');
  });

  it('takes a recovery code too, for who lost the phone', async () => {
    const { user, recoveryCodes } = await guarded();
    const input = { current: user.password, code: recoveryCodes[9] };
    expect((await mutate('disableSecondFactor', input, user.cookie)).data).toEqual({ done: true });
    expect(await refusal(login(user))).toBe('signed in');
  });

  it('is the operator’s to do for who lost everything, and is told', async () => {
    const { user } = await guarded();
    const { database, mail } = server.services;
    const remove = (email: string) => removeSecondFactor({ database, mail }, { email, language: 'id' }, now());
    expect(await remove(user.email)).toBe(user.id);
    expect(await refusal(login(user))).toBe('signed in');
    expect(await statusOf(user.cookie)).toBe(200);
    expect((await auditOf(user.id)).at(-1)).toEqual({
      action: 'member.remove_second_factor',
      by: 'operator',
      data: {},
    });
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Akun Laris Anda tidak lagi meminta kode saat masuk');
    expect(await refusal(remove(user.email))).toBe('BAD_STATE');
    expect(await refusal(remove('nobody@toko.example'))).toBe('NOT_FOUND');
  });
});
