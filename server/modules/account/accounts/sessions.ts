/**
 * The browsers in which a person is signed in. Each session has a row, named by its cookie
 * (server/platform/auth/session.ts).
 */
import type { PrismaClient } from '@/prisma/generated/client';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import { unseenSince } from '@/server/platform/auth/session';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { deviceOf } from '@/server/platform/lib/user-agent';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { auditOfPerson } from '@/server/modules/account/accounts/person-audit';
import type { OwnSession } from '@/server/modules/account/accounts/sessions-schema';

/** The number of sessions that are listed: nobody has more browsers, and scripts may sign in as often as they like. */
const LISTED = 100;

/** The client of a sign-in. */
export interface Client {
  address: string;
  userAgent: string;
  /** The Cookie header, for the devices that are known (server/platform/auth/known-devices.ts). */
  cookies?: string;
}

/** @returns the session id for the cookie */
export async function startSession(
  prisma: Pick<PrismaClient, 'session'>,
  userId: string,
  { address, userAgent }: Client,
  now: Date,
): Promise<string> {
  const { id } = await prisma.session.create({
    data: { userId, address, ...deviceOf(userAgent), createdAt: now, lastSeenAt: now },
    select: { id: true },
  });
  return id;
}

/** Signs out. A session that has ended already does not change. */
export async function endSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database.prisma.session.updateMany({ where: { id: sessionId, endedAt: null }, data: { endedAt: now } });
}

/** Ends all live sessions of a person except `keep`; null: all. @returns the number of ended sessions */
export async function endSessionsOf(
  transaction: Pick<Transaction, 'session'>,
  userId: string,
  keep: string | null,
  now: Date,
): Promise<number> {
  const { count } = await transaction.session.updateMany({
    where: { userId, endedAt: null, lastSeenAt: { gt: unseenSince(now) }, ...(keep !== null && { id: { not: keep } }) },
    data: { endedAt: now },
  });
  return count;
}

/** Lists the live sessions: the current one first, then by the time they were last seen. */
export async function listSessions(
  database: Database,
  { userId, sessionId }: SessionPrincipal,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await database.prisma.session.findMany({
    where: { userId, endedAt: null, lastSeenAt: { gt: unseenSince(now) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: LISTED,
    select: { id: true, browser: true, system: true, address: true, createdAt: true, lastSeenAt: true },
  });
  const sessions = rows.map((row) => ({ ...row, current: row.id === sessionId }));
  return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
}

/** Ends one of the person's own sessions. @throws AppError NOT_FOUND, also for an ended session */
export async function endOwnSession(
  database: Database,
  { userId }: SessionPrincipal,
  id: string,
  now: Date,
): Promise<void> {
  await prismaTransaction(database, async (transaction) => {
    const { count } = await transaction.session.updateMany({
      where: { id, userId, endedAt: null, lastSeenAt: { gt: unseenSince(now) } },
      data: { endedAt: now },
    });
    if (count === 0) throw new AppError('NOT_FOUND');
    await auditEnding(transaction, userId, count, now);
  });
}

/** Ends all sessions of the person except the current one. @returns the number of ended sessions */
export async function endOtherSessions(
  database: Database,
  { userId, sessionId }: SessionPrincipal,
  now: Date,
): Promise<number> {
  return await prismaTransaction(database, async (transaction) => {
    const count = await endSessionsOf(transaction, userId, sessionId, now);
    if (count > 0) await auditEnding(transaction, userId, count, now);
    return count;
  });
}

const auditEnding = (transaction: Transaction, userId: string, sessions: number, now: Date): Promise<void> =>
  auditOfPerson(
    transaction,
    userId,
    { action: 'member.end_sessions', actor: { kind: 'session', id: userId }, data: { sessions } },
    now,
  );

/** Deletes sessions that are over, with their addresses. Runs in the worker. */
export async function pruneSessions(database: Database, now: Date): Promise<number> {
  const { count } = await database.prisma.session.deleteMany({
    where: { OR: [{ endedAt: { not: null } }, { lastSeenAt: { lte: unseenSince(now) } }] },
  });
  return count;
}
