/** The browsers of a person: each session has a row, and its cookie works until that ends. */
import { decode } from 'next-auth/jwt';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionSecret } from '@/server/platform/auth/session';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { pruneSessionsJob } from '@/server/modules/account/accounts/jobs';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { endSession } from '@/server/modules/account/accounts/sessions';
import type { OwnSession } from '@/server/modules/account/accounts/sessions-schema';
import { makeSession, makeUser, type MadeUser } from '@/server/testing/factories/account';
import { newAddress } from '@/server/testing/factories/unique';
import { eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
afterEach(() => setClockOffset(0));

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const person = () => makeUser(server.services.database, server.ours.accountId);
const cookieOf = ({ id }: MadeUser, userAgent = WINDOWS, address = '198.51.100.7'): Promise<string> =>
  makeSession(server.services, { sub: id, accountId: server.ours.accountId }, { address, userAgent });
const idOf = async (cookie: string): Promise<string> =>
  (await decode({
    token: cookie.slice(cookie.indexOf('=') + 1),
    secret: sessionSecret(server.services.settings.appSecret),
  }))!.sessionId!;
const list = async (cookie: string): Promise<OwnSession[]> =>
  (await trpc(server, 'query', 'accounts.sessions', undefined, { cookie })).data.sessions;
const rest = (cookie: string) => server.fetch('GET', '/api/v1/whoami', { headers: { cookie } });
const typed = async (cookie: string) => (await trpc(server, 'query', 'accounts.current', undefined, { cookie })).status;

/** Both doors are shut to it, two seconds later at the latest. */
const expectEnded = (cookie: string): Promise<void> =>
  eventually(async () => {
    expectError(await rest(cookie), 401, 'UNAUTHENTICATED');
    expect(await typed(cookie)).toBe(401);
  }, 2_300);
const expectAlive = async (cookie: string): Promise<void> => {
  expectData(await rest(cookie));
  expect(await typed(cookie)).toBe(200);
};
const endings = (userId: string) =>
  server.services.database.prisma.auditEntry.findMany({
    where: { targetId: userId, action: 'member.end_sessions' },
    select: { accountId: true, actorKind: true, actorId: true, data: true },
  });

describe('signing out', () => {
  it('ends the session, so that a copy of its cookie opens nothing, and leaves the others of the person', async () => {
    const user = await person();
    const [copied, other] = [await cookieOf(user), await cookieOf(user)];
    await expectAlive(copied);
    // Another process's sign-out: this one remembers the session for a moment.
    await endSession(server.services.database, await idOf(copied), now());
    await expectEnded(copied);
    await expectAlive(other);
    expect((await list(other)).map(({ id }) => id)).toEqual([await idOf(other)]);
  });

  it('is the end: a cookie that goes into another workspace is still the session that ended', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    const made = await trpc(server, 'mutation', 'accounts.createWorkspace', { name: 'Second' }, { cookie });
    expect(await idOf(made.cookie!)).toBe(await idOf(cookie));
    await expectAlive(made.cookie!);
    await endSession(server.services.database, await idOf(cookie), now());
    await expectEnded(made.cookie!);
  });
});

describe('own sessions', () => {
  it('are listed with device, address and when they were last seen, the one that asks first', async () => {
    const user = await person();
    const before = now().getTime();
    const here = await cookieOf(user, IPHONE, '2001:db8::1');
    const elsewhere = await cookieOf(user);
    await cookieOf(await person());
    const listed = await list(here);
    expect(listed).toEqual([
      {
        id: await idOf(here),
        browser: 'Safari',
        system: 'iPhone',
        address: '2001:db8::1',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        current: true,
      },
      {
        id: await idOf(elsewhere),
        browser: 'Edge',
        system: 'Windows',
        address: '198.51.100.7',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        current: false,
      },
    ]);
    for (const { lastSeenAt } of listed) expect(new Date(lastSeenAt).getTime()).toBeGreaterThanOrEqual(before);
  });

  it('are made by signing in, and name nothing where the browser does not', async () => {
    const user = await person();
    const attempt = { email: user.email, password: user.password, address: newAddress(), userAgent: 'curl/8' };
    const token = await signIn(server.services, attempt, now());
    expect(await list(await server.services.sessions.issue(token))).toMatchObject([
      { id: token.sessionId, browser: null, system: null, address: attempt.address, current: true },
    ]);
  });

  it('are written as seen when that is a minute old, not with every request', async () => {
    const user = await person();
    const cookie = await cookieOf(user);
    const lastSeen = async () => {
      await server.services.sessions.flush();
      return (await server.services.database.prisma.session.findUniqueOrThrow({ where: { id: await idOf(cookie) } }))
        .lastSeenAt;
    };
    const first = await lastSeen();
    setClockOffset(MINUTE / 2);
    await expectAlive(cookie);
    expect(await lastSeen()).toEqual(first);
    setClockOffset(5 * MINUTE);
    await expectAlive(cookie);
    expect((await lastSeen()).getTime() - first.getTime()).toBeGreaterThanOrEqual(5 * MINUTE);
  });

  it('end one by one, within two seconds, and the audit log of each workspace of the person says so', async () => {
    const user = await person();
    const second = (await server.makeTenant()).accountId;
    await server.services.database.prisma.membership.create({
      data: { accountId: second, userId: user.id, role: 'admin', createdAt: now() },
    });
    const [here, one, other] = [await cookieOf(user), await cookieOf(user), await cookieOf(user)];
    for (const cookie of [here, one, other]) await expectAlive(cookie);
    const id = await idOf(one);
    expect((await trpc(server, 'mutation', 'accounts.endSession', { id }, { cookie: here })).data).toEqual({
      id,
      ended: true,
    });
    await expectEnded(one);
    await expectAlive(here);
    await expectAlive(other);
    const entry = { actorKind: 'session', actorId: user.id, data: { sessions: 1 } };
    expect(await endings(user.id)).toEqual(
      expect.arrayContaining([
        { accountId: server.ours.accountId, ...entry },
        { accountId: second, ...entry },
      ]),
    );
    // It has ended already.
    expect((await trpc(server, 'mutation', 'accounts.endSession', { id }, { cookie: here })).code).toBe('NOT_FOUND');
    expect(await endings(user.id)).toHaveLength(2);
  });

  it("end all at once but the one that asks, and never somebody else's", async () => {
    const user = await person();
    const [here, one, other] = [await cookieOf(user), await cookieOf(user), await cookieOf(user)];
    for (const cookie of [here, one, other]) await expectAlive(cookie);
    const end = () => trpc(server, 'mutation', 'accounts.endOtherSessions', {}, { cookie: here });
    expect((await end()).data).toEqual({ ended: 2 });
    await expectEnded(one);
    await expectEnded(other);
    await expectAlive(here);
    await expectAlive(server.ours.cookie);
    expect((await end()).data).toEqual({ ended: 0 });
    expect(await endings(user.id)).toMatchObject([{ data: { sessions: 2 } }]);
    const theirs = { id: await idOf(server.theirs.cookie) };
    expect((await trpc(server, 'mutation', 'accounts.endSession', theirs, { cookie: here })).code).toBe('NOT_FOUND');
    await expectAlive(server.theirs.cookie);
  });

  it('are gone from the list with a new password and with a membership that ends', async () => {
    const user = await person();
    const [here, elsewhere] = [await cookieOf(user), await cookieOf(user)];
    const input = { current: user.password, password: 'sandi yang baru sekali' };
    const { cookie } = await trpc(server, 'mutation', 'accounts.changePassword', input, { cookie: here });
    expect((await list(cookie!)).map(({ id }) => id)).toEqual([await idOf(here)]);
    await expectEnded(elsewhere);
    const live = () => server.services.database.prisma.session.count({ where: { userId: user.id, endedAt: null } });
    expect(await live()).toBe(1);
    const removed = { cookie: server.ours.cookie };
    await trpc(server, 'mutation', 'accounts.removeMember', { userId: user.id }, removed);
    expect(await live()).toBe(0);
    await expectEnded(cookie!);
  });

  it('are over after 30 days unseen, and forgotten with those that ended', async () => {
    const { database } = server.services;
    const user = await person();
    const [unseen, ended, seen] = [await cookieOf(user), await cookieOf(user), await cookieOf(user)];
    await endSession(database, await idOf(ended), now());
    setClockOffset(20 * DAY);
    await expectAlive(seen);
    await server.services.sessions.flush();
    setClockOffset(30 * DAY + MINUTE);
    await expectEnded(unseen);
    expect((await list(seen)).map(({ id }) => id)).toEqual([await idOf(seen)]);
    await pruneSessionsJob.run(server.services, {});
    expect(await database.prisma.session.findMany({ where: { userId: user.id }, select: { id: true } })).toEqual([
      { id: await idOf(seen) },
    ]);
  });
});
