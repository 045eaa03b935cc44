/** Signing up and in: through tRPC's door and through the function that next-auth calls. */
import { describe, expect, it } from 'vitest';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { AppError } from '@/server/platform/errors';
import { now } from '@/server/platform/lib/clock';
import { pruneThrottleJob } from '@/server/modules/account/accounts/jobs';
import { requestReset } from '@/server/modules/account/accounts/password-reset';
import { setPassword } from '@/server/modules/account/accounts/passwords';
import { createUser } from '@/server/modules/account/accounts/service';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { makeAccount, makeSession, makeUser, type MadeUser } from '@/server/testing/factories/account';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const OURS = { origin: 'http://localhost:0' };

const valid = (more: object = {}): object => ({
  workspaceName: 'Toko Batik Laras',
  name: 'Dewi',
  email: `${unique('dewi')}@example.test`,
  password: 'sebuah sandi',
  ...more,
});
const signUp = (body: object, headers: Record<string, string> = OURS): Promise<Answer> =>
  server.fetch('POST', '/api/trpc/accounts.signUp', { body, headers });
// tRPC's own envelope.
const codeOf = (answer: Answer): string | undefined =>
  (JSON.parse(answer.text) as { error?: { data: { appCode: string } } }).error?.data.appCode;
const attempt = (email: string, password: string, address = newAddress()): ReturnType<typeof signIn> =>
  signIn(server.services, { email, password, address, userAgent: '' }, now());

describe('signing up', () => {
  it('makes a user who owns a new workspace on the free plan, and says so in its audit log', async () => {
    const answer = await signUp(valid({ email: '  Dewi.L@Example.test ' }));
    expect(answer.status).toBe(200);
    const { prisma } = server.services.database;
    const user = await prisma.user.findUniqueOrThrow({
      where: { email: 'dewi.l@example.test' },
      include: { memberships: { include: { account: { include: { subscription: true } } } } },
    });
    expect(user.memberships).toMatchObject([
      {
        role: 'owner',
        account: { name: 'Toko Batik Laras', timeZone: 'Asia/Jakarta', currency: 'IDR', subscription: null },
      },
    ]);
    expect(await prisma.auditEntry.findMany({ where: { accountId: user.memberships[0]!.accountId } })).toMatchObject([
      { action: 'workspace.create', actorKind: 'session', actorId: user.id },
    ]);
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    ['a short password', { password: 'kurang' }, 'password'],
    ['no e-mail address', { email: 'dewi' }, 'email'],
    ['a blank workspace name', { workspaceName: '   ' }, 'workspaceName'],
    ['a NUL in the name', { name: 'De\0wi' }, 'name'],
  ])('refuses %s at its field', async (_what, more, path) => {
    const answer = await signUp(valid(more));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION']);
    expect(
      (
        JSON.parse(answer.text) as { error: { data: { details: { issues: { path: string }[] } } } }
      ).error.data.details.issues.map((issue) => issue.path),
    ).toEqual([path]);
  });

  it('takes an e-mail once, also when ten come at the same moment', async () => {
    const body = valid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'EMAIL_TAKEN')).toHaveLength(9);
  });

  it('is done from our own origin only', async () => {
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      expect((await signUp(valid(), headers)).status).toBe(403);
    }
    expect((await signUp(valid(), { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

describe('signing in', () => {
  it('gives the token of a session, with the e-mail in any case', async () => {
    const { user, accountId } = server.ours;
    expect(await attempt(` ${user.email.toUpperCase()} `, user.password)).toEqual({
      sub: user.id,
      accountId,
      sessionVersion: 1,
      sessionId: expect.stringMatching(/^c[a-z0-9]+$/),
    });
  });

  it('answers a wrong password and an unknown e-mail alike', async () => {
    await expect(attempt(server.ours.user.email, 'wrong')).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    await expect(attempt('nobody@example.test', 'wrong')).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    await expect(attempt('no\0body@example.test', 'wrong')).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
  });

  it('is throttled per e-mail, from whatever addresses, and also when all attempts come at once', async () => {
    const user = await makeUser(server.services.database, server.ours.accountId);
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => attempt(user.email, 'guess')));
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { appCode: string }).appCode : 'in',
    );
    expect(codes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(15);
    await expect(attempt(user.email, user.password)).rejects.toMatchObject({ appCode: 'TOO_MANY_ATTEMPTS' });
  });

  it('is throttled per address, over many e-mails', async () => {
    const address = '203.0.113.7';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) => attempt(`guess${index}@example.test`, 'guess', address)),
    );
    expect(
      outcomes.filter(
        (outcome) =>
          outcome.status === 'rejected' && (outcome.reason as { appCode: string }).appCode === 'TOO_MANY_ATTEMPTS',
      ),
    ).toHaveLength(10);
  });

  it('counts a network of IPv6 as one address, and IPv4 the same however it is written', async () => {
    const countOf = async (addresses: string[]): Promise<number> =>
      (
        await Promise.allSettled(
          addresses.map((address, index) => attempt(`${unique('guess')}${index}@example.test`, 'guess', address)),
        )
      ).filter(
        (outcome) =>
          outcome.status === 'rejected' && (outcome.reason as { appCode: string }).appCode === 'TOO_MANY_ATTEMPTS',
      ).length;
    const guests = (prefix: string): string[] =>
      Array.from({ length: 65 }, (_, index) => `${prefix}${(index * 499).toString(16)}`);
    expect(await countOf(guests('2001:db8:77:1::'))).toBe(5);
    expect(await countOf(['2001:0DB8:0077:0001:ffff::1', '2001:db8:77:2::1'])).toBe(1);
    const mapped = Array.from({ length: 64 }, (_, index) => (index % 2 ? '::ffff:203.0.113.9' : '203.0.113.9'));
    expect(await countOf([...mapped, '::ffff:203.0.113.10'])).toBe(4);
  });

  it('counts requests for links to a new password by network too', async () => {
    const ask = (address: string) =>
      requestReset(
        { database: server.services.database, mail: { send: () => Promise.resolve(), close: () => undefined } },
        { email: `${unique('asks')}@example.test`, language: 'en' },
        address,
        now(),
      );
    for (let request = 1; request <= 30; request++) await ask(`2001:db8:78:1::${request}`);
    await expect(ask('2001:db8:78:1::ffff')).rejects.toMatchObject({ appCode: 'TOO_MANY_ATTEMPTS' });
    await ask('2001:db8:78:2::1');
  });

  it('starts to count anew after a success and after a quarter of an hour', async () => {
    const user = await makeUser(server.services.database, server.ours.accountId);
    for (let guess = 0; guess < 9; guess++)
      await expect(attempt(user.email, 'guess')).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    await attempt(user.email, user.password);
    for (let guess = 0; guess < 10; guess++)
      await expect(attempt(user.email, 'guess')).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    await expect(attempt(user.email, user.password)).rejects.toMatchObject({ appCode: 'TOO_MANY_ATTEMPTS' });
    const later = new Date(now().getTime() + 15 * 60_000 + 1);
    await expect(
      signIn(
        server.services,
        { email: user.email, password: user.password, address: '198.51.100.1', userAgent: '' },
        later,
      ),
    ).resolves.toMatchObject({ sub: user.id });
  });

  it('leaves no window behind that is over', async () => {
    const { database } = server.services;
    await database.pool.query(
      `INSERT INTO "SignInThrottle" (subject, attempts, "resetAt") VALUES ('over', 3, now() - interval '1 minute'), ('running', 3, now() + interval '1 minute')`,
    );
    await pruneThrottleJob.run(server.services, {});
    const { rows } = await database.pool.query<{ subject: string }>(
      `SELECT subject FROM "SignInThrottle" WHERE subject IN ('over', 'running')`,
    );
    expect(rows).toEqual([{ subject: 'running' }]);
  });
});

describe('a known device', () => {
  /** A browser, with the cookie that it keeps. */
  const browser = () => {
    let cookies = '';
    return {
      attempt: (email: string, password: string, address = newAddress(), at = now()) =>
        signIn(server.services, { email, password, address, userAgent: '', cookies }, at),
      async signIn({ id, email, password }: MadeUser) {
        await signIn(server.services, { email, password, address: newAddress(), userAgent: '', cookies }, now());
        this.keep(await rememberDevice(server.services, id, cookies, now()));
      },
      keep(setCookie: string) {
        cookies = setCookie.split(';')[0]!;
      },
      cookies: () => cookies,
      copy(text: string) {
        cookies = text;
      },
    };
  };
  const person = () => makeUser(server.services.database, server.ours.accountId);
  const outcome = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'in',
      (error: unknown) => (error instanceof AppError ? error.appCode : 'a fault'),
    );
  const lockOut = ({ email }: MadeUser) =>
    Promise.all(Array.from({ length: 11 }, () => outcome(attempt(email, 'guess'))));

  it('lets its person in however many others guess, from the same network too; they stay locked out', async () => {
    const [user, own] = [await person(), browser()];
    await own.signIn(user);
    await lockOut(user);
    expect(await outcome(attempt(user.email, user.password))).toBe('TOO_MANY_ATTEMPTS');
    const address = '203.0.113.77';
    await Promise.all(Array.from({ length: 65 }, (_, n) => outcome(attempt(`x${n}@example.test`, 'guess', address))));
    expect(await outcome(attempt('x99@example.test', 'guess', address))).toBe('TOO_MANY_ATTEMPTS');
    for (let turn = 0; turn < 12; turn += 1)
      expect(await outcome(own.attempt(user.email, user.password, address))).toBe('in');
    // The person's own comings give strangers no further guesses.
    expect(await outcome(attempt(user.email, user.password))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('has ten guesses of its own, also when all come at once, and takes none from others', async () => {
    const [user, own] = [await person(), browser()];
    await own.signIn(user);
    const outcomes = await Promise.all([
      ...Array.from({ length: 25 }, () => outcome(own.attempt(user.email, 'guess'))),
      ...Array.from({ length: 25 }, () => outcome(attempt(user.email, 'guess')).then((code) => `other ${code}`)),
    ]);
    const count = (code: string) => outcomes.filter((found) => found === code).length;
    expect(
      ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'other WRONG_CREDENTIALS', 'other TOO_MANY_ATTEMPTS'].map(count),
    ).toEqual([10, 15, 10, 15]);
    expect(await outcome(own.attempt(user.email, user.password))).toBe('TOO_MANY_ATTEMPTS');
    const later = new Date(now().getTime() + 15 * 60_000 + 1);
    expect(await outcome(own.attempt(user.email, user.password, '198.51.100.9', later))).toBe('in');
  });

  it('is one of its person alone, as we made it, for 400 days, until another password', async () => {
    const [user, other, own] = [await person(), await person(), browser()];
    await own.signIn(user);
    const [name, token] = own.cookies().split('=') as [string, string];
    const [device, until, signature] = token.split('.') as [string, string, string];
    await Promise.all([lockOut(user), lockOut(other)]);
    expect(await outcome(own.attempt(other.email, other.password))).toBe('TOO_MANY_ATTEMPTS');
    for (const forged of [
      [device.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), until, signature],
      [device, String(Number(until) + 1), signature],
      [device, until, signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))],
      ['', '', ''],
    ]) {
      const thief = browser();
      thief.copy(`${name}=${forged.join('.')}`);
      expect(await outcome(thief.attempt(user.email, user.password))).toBe('TOO_MANY_ATTEMPTS');
    }
    expect(await outcome(own.attempt(user.email, user.password))).toBe('in');
    const days = (count: number) => new Date(now().getTime() + count * 24 * 60 * 60_000);
    for (let guess = 0; guess < 10; guess += 1)
      await outcome(
        signIn(server.services, { email: user.email, password: 'x', address: newAddress(), userAgent: '' }, days(401)),
      );
    expect(await outcome(own.attempt(user.email, user.password, newAddress(), days(401)))).toBe('TOO_MANY_ATTEMPTS');
    await setPassword(server.services.database, { email: user.email, password: 'sandi yang baru' }, now());
    await lockOut(user);
    expect(await outcome(own.attempt(user.email, 'sandi yang baru'))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('is shared by five people at most, the last ones', async () => {
    const [people, till] = [await Promise.all(Array.from({ length: 6 }, person)), browser()];
    for (const user of people) await till.signIn(user);
    for (const user of people) await lockOut(user);
    const outcomes = [];
    for (const user of people) outcomes.push(await outcome(till.attempt(user.email, user.password)));
    expect(outcomes).toEqual(['TOO_MANY_ATTEMPTS', ...Array<string>(5).fill('in')]);
  });

  it('is the browser that changed the password, and says nothing of whose it is', async () => {
    const [user, own] = [await person(), browser()];
    const cookie = await makeSession(server.services, { sub: user.id, accountId: server.ours.accountId });
    const password = 'sandi yang baru';
    const { headers } = await server.fetch('POST', '/api/trpc/accounts.changePassword', {
      body: { current: user.password, password },
      headers: { ...OURS, cookie },
    });
    const setCookie = headers.getSetCookie().find((text) => text.startsWith('laris-devices='))!;
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(setCookie).not.toContain(user.id);
    own.keep(setCookie);
    await lockOut(user);
    expect(await outcome(own.attempt(user.email, password))).toBe('in');
  });
});

describe('a new password', () => {
  it('of the operator clears what was counted of attempts', async () => {
    const user = await makeUser(server.services.database, server.ours.accountId);
    await Promise.allSettled(Array.from({ length: 11 }, () => attempt(user.email, 'guess')));
    await expect(attempt(user.email, user.password)).rejects.toMatchObject({ appCode: 'TOO_MANY_ATTEMPTS' });
    await setPassword(server.services.database, { email: user.email, password: 'sandi yang baru' }, now());
    expect(await attempt(user.email, 'sandi yang baru')).toMatchObject({ sub: user.id });
  });

  it('ends every session of the user within two seconds', async () => {
    const accountId = await makeAccount(server.services.database);
    const user = await makeUser(server.services.database, accountId);
    const cookie = await makeSession(server.services, { sub: user.id, accountId });
    const status = async (): Promise<number> =>
      (await server.fetch('GET', '/api/v1/whoami', { headers: { cookie } })).status;
    expect(await status()).toBe(200);
    expect(await setPassword(server.services.database, { email: user.email, password: 'sandi yang baru' }, now())).toBe(
      user.id,
    );
    await expect.poll(status, { timeout: 2_500 }).toBe(401);
    expect(await attempt(user.email, 'sandi yang baru')).toMatchObject({ sessionVersion: 2 });
    await expect(attempt(user.email, user.password)).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
  });
});

describe('users made by operators', () => {
  it('own a workspace that has nobody yet, and are members of one that has', async () => {
    const { database } = server.services;
    const accountId = await makeAccount(database);
    const make = (): Promise<string> =>
      createUser(
        database,
        { accountId, email: `${unique('op')}@example.test`, name: 'Op', password: 'sandi operator' },
        now(),
      );
    const roles = async (userId: string): Promise<string[]> =>
      (await database.prisma.membership.findMany({ where: { userId } })).map(({ role }) => role);
    expect(await roles(await make())).toEqual(['owner']);
    expect(await roles(await make())).toEqual(['admin']);
    await expect(
      createUser(
        database,
        { accountId: 'cnone', email: 'x@example.test', name: 'X', password: 'sandi operator' },
        now(),
      ),
    ).rejects.toMatchObject({ appCode: 'NOT_FOUND' });
  });
});
