/** Passkeys: what makes one, what it opens, and what it does not. */
import { afterEach, describe, expect, it } from 'vitest';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { AppError } from '@/server/platform/errors';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { pruneChallengesJob } from '@/server/modules/account/accounts/jobs';
import { signInWithPasskey } from '@/server/modules/account/accounts/passkey-sign-in';
import { MOST_PASSKEYS, type Passkey } from '@/server/modules/account/accounts/passkeys-schema';
import { Authenticator, type Twist } from '@/server/testing/authenticator';
import { makeSession, makeUser, type MadeUser } from '@/server/testing/factories/account';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { trpc, type TrpcAnswer } from '@/server/testing/http';
import { App, makeSecondFactor } from '@/server/testing/second-factors';
import { useServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
afterEach(() => setClockOffset(0));

interface Person extends MadeUser {
  cookie: string;
}
const cookieOf = ({ id }: Pick<MadeUser, 'id'>) =>
  makeSession(server.services, { sub: id, accountId: server.ours.accountId });
async function person(): Promise<Person> {
  const user = await makeUser(server.services.database, server.ours.accountId);
  return { ...user, cookie: await cookieOf(user) };
}
const mutate = (name: string, input: object, cookie?: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const authenticator = () => new Authenticator(new URL(server.services.settings.baseUrl).origin);
const question = async (user: Person): Promise<string> => {
  const { data, text } = await mutate('beginPasskey', { current: user.password }, user.cookie);
  expect(data, text).toBeDefined();
  return (data as { options: string }).options;
};
const listOf = async ({ cookie }: Person): Promise<Passkey[]> =>
  (await trpc(server, 'query', 'accounts.passkeys', undefined, { cookie })).data.passkeys as Passkey[];

/** Somebody with a passkey. */
async function holder(): Promise<{ user: Person; device: Authenticator }> {
  const [user, device] = [await person(), authenticator()];
  const made = await mutate('addPasskey', { answer: device.create(await question(user)), name: 'Laptop' }, user.cookie);
  expect(made.status, made.text).toBe(200);
  return { user, device };
}
const asked = async (): Promise<string> => (await mutate('askForPasskey', {})).data.options as string;
const open = (answer: string) =>
  signInWithPasskey(server.services, { answer, address: newAddress(), userAgent: '' }, now());
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof AppError ? error.appCode : 'a fault'),
  );
const auditOf = async ({ id }: Person) =>
  (
    await server.services.database.prisma.auditEntry.findMany({
      where: { accountId: server.ours.accountId, targetId: id },
      orderBy: { createdAt: 'asc' },
      select: { action: true, actorId: true, data: true },
    })
  ).map(({ action, actorId, data }) => ({ action, by: actorId, data }));

describe('adding a passkey', () => {
  it('takes the password, names it, tells its person, and opens a session as password and code do', async () => {
    const [user, device] = [await person(), authenticator()];
    await makeSecondFactor(server.services, user.id).then(async ({ app }) => {
      expect((await mutate('beginPasskey', { current: 'a guess' }, user.cookie)).code).toBe('WRONG_CREDENTIALS');
      // It counts as both factors, so it takes both.
      expect((await mutate('beginPasskey', { current: user.password }, user.cookie)).code).toBe('CODE_REQUIRED');
      expect((await mutate('beginPasskey', { current: user.password, code: app.code(9) }, user.cookie)).code).toBe(
        'WRONG_CODE',
      );
      const begun = await mutate('beginPasskey', { current: user.password, code: app.code() }, user.cookie);
      const options = (begun.data as { options: string }).options;
      expect(JSON.parse(options)).toMatchObject({
        rp: { id: new URL(server.services.settings.baseUrl).hostname },
        user: { name: user.email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const input = { answer: device.create(options), name: ' Ponsel Sari ', language: 'id' };
      expect((await mutate('addPasskey', input, user.cookie)).data).toMatchObject({
        key: device.key,
        name: 'Ponsel Sari',
        lastUsedAt: null,
      });
    });
    expect(await auditOf(user)).toEqual([{ action: 'member.add_passkey', by: user.id, data: { name: 'Ponsel Sari' } }]);
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Passkey ditambahkan ke akun Laris Anda');
    expect(await open(device.get(await asked()))).toMatchObject({ sub: user.id, accountId: server.ours.accountId });
    expect((await listOf(user))[0]!.lastUsedAt).not.toBeNull();
  });

  it.each<[string, Twist]>([
    ['another page', { origin: 'https://laris.evil.example' }],
    ['another site', { rpID: 'evil.example' }],
    ['nobody who showed finger, face or PIN', { verified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('refuses the answer of %s', async (_, twist) => {
    const user = await person();
    const answer = authenticator().create(await question(user), twist);
    expect((await mutate('addPasskey', { answer, name: 'No' }, user.cookie)).code).toBe('VALIDATION');
    expect(await listOf(user)).toEqual([]);
  });

  it('takes an answer once, in the session that asked, for five minutes', async () => {
    const [user, device] = [await person(), authenticator()];
    const answer = device.create(await question(user));
    const add = (cookie: string, text = answer) => mutate('addPasskey', { answer: text, name: 'Laptop' }, cookie);
    expect((await add(await cookieOf(user))).code).toBe('VALIDATION');
    expect((await add((await person()).cookie)).code).toBe('VALIDATION');
    expect((await add(user.cookie, '{')).code).toBe('VALIDATION');
    expect((await add(user.cookie, authenticator().create(await asked()))).code).toBe('VALIDATION');
    const statuses = (await Promise.all(Array.from({ length: 3 }, () => add(user.cookie)))).map(({ code }) => code);
    expect(statuses.filter((code) => code === undefined)).toHaveLength(1);
    expect(statuses.filter((code) => code === 'VALIDATION')).toHaveLength(2);
    const late = authenticator().create(await question(user));
    setClockOffset(5 * 60_000 + 1);
    expect((await add(user.cookie, late)).code).toBe('VALIDATION');
    expect(await listOf(user)).toHaveLength(1);
  });

  it('gives nobody the passkey of somebody else', async () => {
    const { user, device } = await holder();
    const other = await person();
    const answer = device.create(await question(other));
    expect((await mutate('addPasskey', { answer, name: 'Mine' }, other.cookie)).code).toBe('BAD_STATE');
    expect(await listOf(other)).toEqual([]);
    expect(await listOf(user)).toHaveLength(1);
  });

  it('stops at twenty, also of several at once', async () => {
    const user = await person();
    const questions = await Promise.all(Array.from({ length: 2 }, () => question(user)));
    await server.services.database.prisma.passkey.createMany({
      data: Array.from({ length: MOST_PASSKEYS - 1 }, () => ({
        id: unique('k'),
        userId: user.id,
        name: 'Old',
        publicKey: Buffer.from([1]),
        counter: 0,
        createdAt: now(),
      })),
    });
    const answers = await Promise.all(
      questions.map((options) =>
        mutate('addPasskey', { answer: authenticator().create(options), name: 'Last' }, user.cookie),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['LIMIT_REACHED', undefined]);
    expect((await mutate('beginPasskey', { current: user.password }, user.cookie)).code).toBe('LIMIT_REACHED');
  });
});

describe('signing in', () => {
  it.each<[string, Twist]>([
    ['another page', { origin: 'https://laris.evil.example' }],
    ['another site', { rpID: 'evil.example' }],
    ['nobody who showed finger, face or PIN', { verified: false }],
    ['a new passkey', { type: 'webauthn.create' }],
    ['somebody else’s name', { userHandle: Buffer.from('csomebodyelse').toString('base64url') }],
  ])('refuses the answer of %s', async (_, twist) => {
    const { device } = await holder();
    expect(await refusal(open(device.get(await asked(), twist)))).toBe('WRONG_CREDENTIALS');
    expect(await refusal(open(device.get(await asked())))).toBe('signed in');
  });

  it('takes an answer once, of several at the same moment too, and for five minutes', async () => {
    const { device } = await holder();
    const answer = device.get(await asked());
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => refusal(open(answer))));
    expect(outcomes.toSorted()).toEqual(['WRONG_CREDENTIALS', 'WRONG_CREDENTIALS', 'signed in']);
    const late = device.get(await asked());
    setClockOffset(5 * 60_000 + 1);
    expect(await refusal(open(late))).toBe('WRONG_CREDENTIALS');
  });

  it('refuses what is no answer to a question of ours, other keys, and what is changed', async () => {
    const { user, device } = await holder();
    const made = JSON.stringify({ challenge: Buffer.alloc(54).toString('base64url') });
    const toAdd = await question(user);
    const stranger = authenticator();
    stranger.create(await question(user));
    const changed = JSON.parse(device.get(await asked())) as { response: { authenticatorData: string } };
    const data = Buffer.from(changed.response.authenticatorData, 'base64url');
    data[36]! ^= 1;
    changed.response.authenticatorData = data.toString('base64url');
    for (const answer of [
      device.get(made),
      device.get(toAdd),
      stranger.get(await asked()),
      JSON.stringify(changed),
      '{',
      'null',
      '',
    ])
      expect(await refusal(open(answer))).toBe('WRONG_CREDENTIALS');
  });

  it('refuses a counter that does not go on: the key was copied', async () => {
    const { device } = await holder();
    expect(await refusal(open(device.get(await asked(), { counter: 8 })))).toBe('signed in');
    for (const counter of [8, 3])
      expect(await refusal(open(device.get(await asked(), { counter })))).toBe('WRONG_CREDENTIALS');
    expect(await refusal(open(device.get(await asked(), { counter: 9 })))).toBe('signed in');
  });

  it('from a known device goes on when others have used up what its network may try', async () => {
    const { user, device } = await holder();
    const address = '203.0.113.78';
    const cookies = (await rememberDevice(server.services, user.id, undefined, now())).split(';')[0]!;
    const from = (answer: string, more: object = {}) =>
      refusal(signInWithPasskey(server.services, { answer, address, userAgent: '', ...more }, now()));
    await Promise.all(Array.from({ length: 61 }, () => from('{')));
    expect(await from(device.get(await asked()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await from(device.get(await asked()), { cookies })).toBe('signed in');
    const answer = device.get(await asked());
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => from(answer, { cookies })));
    expect(outcomes.filter((outcome) => outcome === 'signed in').length).toBeLessThanOrEqual(1);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_ATTEMPTS').length).toBeGreaterThan(0);
  });

  it('goes on with a passkey that does not count', async () => {
    const { device } = await holder();
    for (let turn = 0; turn < 2; turn += 1)
      expect(await refusal(open(device.get(await asked(), { counter: 0 })))).toBe('signed in');
  });
});

describe('a passkey', () => {
  it('is named anew and removed by its person alone, who is told; it then opens nothing', async () => {
    const { user, device } = await holder();
    const stranger = await person();
    const { key } = device;
    for (const [name, input] of [
      ['renamePasskey', { key, name: 'Mine' }],
      ['removePasskey', { key, current: stranger.password }],
    ] as const)
      expect((await mutate(name, input, stranger.cookie)).code).toBe('NOT_FOUND');
    expect((await mutate('renamePasskey', { key, name: '  ' }, user.cookie)).code).toBe('VALIDATION');
    expect((await mutate('renamePasskey', { key, name: 'Kunci kantor' }, user.cookie)).data).toMatchObject({
      key,
      name: 'Kunci kantor',
    });
    expect((await mutate('removePasskey', { key }, user.cookie)).code).toBe('VALIDATION');
    expect((await mutate('removePasskey', { key, current: 'a guess' }, user.cookie)).code).toBe('WRONG_CREDENTIALS');
    expect((await mutate('removePasskey', { key, current: user.password }, user.cookie)).data).toEqual({ done: true });
    expect(await listOf(user)).toEqual([]);
    expect(await refusal(open(device.get(await asked())))).toBe('WRONG_CREDENTIALS');
    expect((await auditOf(user)).at(-1)).toEqual({
      action: 'member.remove_passkey',
      by: user.id,
      data: { name: 'Kunci kantor' },
    });
    await runJobs(server.services);
    expect(smtp.mails.map(({ headers, to }) => `${to.join()} ${headers.subject}`)).toContain(
      `${user.email} A passkey of your Laris account was removed`,
    );
  });

  it('is removed for a code too where its person has a second factor; the code stays good when there was none to remove', async () => {
    const { user, device } = await holder();
    const { app, recoveryCodes } = await makeSecondFactor(server.services, user.id);
    const remove = (more: object, key = device.key) =>
      mutate('removePasskey', { key, current: user.password, ...more }, user.cookie);
    expect((await remove({})).code).toBe('CODE_REQUIRED');
    expect((await remove({ code: app.code(9) })).code).toBe('WRONG_CODE');
    expect(await listOf(user)).toHaveLength(1);
    expect((await remove({ code: recoveryCodes[0] }, 'another')).code).toBe('NOT_FOUND');
    expect((await remove({ code: recoveryCodes[0] })).data).toEqual({ done: true });
    expect(await listOf(user)).toEqual([]);
  });

  it('that was made with the password alone goes as codes are switched on, if its person says so, or stays', async () => {
    const { user, device } = await holder();
    const [second, other] = [authenticator(), await holder()];
    await mutate('addPasskey', { answer: second.create(await question(user)), name: 'Phone' }, user.cookie);
    const begun = await mutate('beginSecondFactor', { current: user.password }, user.cookie);
    const code = new App((begun.data as { secret: string }).secret).code();
    const removePasskeys = [device.key, other.device.key];
    const on = await mutate('enableSecondFactor', { code, removePasskeys }, user.cookie);
    expect(on.status, on.text).toBe(200);
    expect((await listOf({ ...user, cookie: on.cookie! })).map(({ name }) => name)).toEqual(['Phone']);
    expect(await refusal(open(device.get(await asked())))).toBe('WRONG_CREDENTIALS');
    expect(await refusal(open(second.get(await asked())))).toBe('signed in');
    expect(await refusal(open(other.device.get(await asked())))).toBe('signed in');
    // The other one's is not theirs to remove.
    expect((await auditOf(user)).filter(({ action }) => action === 'member.remove_passkey')).toEqual([
      { action: 'member.remove_passkey', by: user.id, data: { name: 'Laptop' } },
    ]);
  });

  it('leaves its challenge behind only until that would have ended', async () => {
    const { device } = await holder();
    await open(device.get(await asked()));
    const { prisma } = server.services.database;
    expect(await prisma.spentChallenge.count()).toBeGreaterThan(0);
    setClockOffset(6 * 60_000);
    await pruneChallengesJob.run(server.services, {});
    expect(await prisma.spentChallenge.count()).toBe(0);
  });
});
