/** Making workspaces and users, and who a person is once signed in. */
import { hashPassword, verifyPassword } from '@/server/auth/password';
import type { SessionPrincipal } from '@/server/auth/principal';
import type { SessionToken } from '@/server/auth/session';
import type { PrismaClient } from '@/prisma/generated/client';
import type { Database } from '@/server/db/client';
import { violates } from '@/server/db/violations';
import { AppError } from '@/server/errors';
import type { CurrentAccount, SignUpInput } from '@/server/resources/accounts/schema';
import { clearAttempts, countAttempt } from '@/server/resources/accounts/throttle';
import type { PlanId } from '@/server/resources/billing/plans';

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * A workspace. With a plan it gets a subscription row of one year without an upstream id (4 §J), without one it is on
 * free. Its making is the first entry of its audit log.
 * @param ownerId the user who signs up; null for an operator.
 */
async function insertAccount(transaction: Transaction, input: { name: string; plan?: PlanId; ownerId: string | null }, now: Date): Promise<{ id: string; name: string }> {
  const account = await transaction.account.create({
    data: {
      name: input.name,
      createdAt: now,
      updatedAt: now,
      ...(input.plan === undefined
        ? {}
        : { subscription: { create: { plan: input.plan, status: 'active', currentPeriodStart: now, currentPeriodEnd: new Date(now.getTime() + YEAR_MS), createdAt: now, updatedAt: now } } }),
    },
    select: { id: true, name: true },
  });
  await transaction.auditEntry.create({
    data: {
      accountId: account.id,
      actorKind: input.ownerId === null ? 'operator' : 'session',
      actorId: input.ownerId,
      action: 'workspace.create',
      targetType: 'workspace',
      targetId: account.id,
      data: { name: account.name },
      createdAt: now,
    },
  });
  return account;
}

/** A workspace without people: the operator's command. */
export function createAccount(database: Database, input: { name: string; plan?: PlanId }, now: Date): Promise<{ id: string; name: string }> {
  return database.prisma.$transaction((transaction) => insertAccount(transaction, { ...input, ownerId: null }, now));
}

const insertUser = (transaction: Transaction, input: { email: string; name: string; passwordHash: string }, now: Date): Promise<{ id: string }> =>
  transaction.user.create({ data: { ...input, createdAt: now, updatedAt: now }, select: { id: true } });

const emailTaken = (error: unknown): unknown => (violates(error, 'User_email_key') ? new AppError('EMAIL_TAKEN') : error);

/** Adds a user to a workspace: its owner when it has none yet. @throws AppError EMAIL_TAKEN, NOT_FOUND */
export async function createUser(database: Database, input: { accountId: string; email: string; name: string; password: string }, now: Date): Promise<string> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await database.prisma.$transaction(async (transaction) => {
      // Held until the end, so that two users made at once are not both the first.
      await transaction.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${input.accountId} FOR NO KEY UPDATE`;
      const account = await transaction.account.findUnique({ where: { id: input.accountId }, select: { _count: { select: { memberships: true } } } });
      if (account === null) throw new AppError('NOT_FOUND', { message: 'There is no workspace with this id.' });
      const role = account._count.memberships === 0 ? 'owner' : 'member';
      const { id: userId } = await insertUser(transaction, { email: input.email, name: input.name, passwordHash }, now);
      await transaction.membership.create({ data: { accountId: input.accountId, userId, role, createdAt: now } });
      await transaction.auditEntry.create({
        data: { accountId: input.accountId, actorKind: 'operator', action: 'member.add', targetType: 'user', targetId: userId, data: { role }, createdAt: now },
      });
      return userId;
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

/** A new workspace with its owner. @throws AppError EMAIL_TAKEN, TOO_MANY_ATTEMPTS */
export async function signUp(database: Database, input: SignUpInput, address: string, now: Date): Promise<{ accountId: string; userId: string }> {
  await countAttempt(database, { email: input.email, address }, now);
  const passwordHash = await hashPassword(input.password);
  try {
    return await database.prisma.$transaction(async (transaction) => {
      const { id: userId } = await insertUser(transaction, { email: input.email, name: input.name.trim(), passwordHash }, now);
      const { id: accountId } = await insertAccount(transaction, { name: input.workspaceName.trim(), ownerId: userId }, now);
      await transaction.membership.create({ data: { accountId, userId, role: 'owner', createdAt: now } });
      return { accountId, userId };
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

/**
 * What the session of this person holds, if e-mail and password are right.
 * @throws AppError WRONG_CREDENTIALS, the same for an unknown e-mail, and TOO_MANY_ATTEMPTS
 */
export async function signIn(database: Database, attempt: { email: string; password: string; address: string }, now: Date): Promise<SessionToken> {
  const email = attempt.email.trim().toLowerCase().slice(0, 254);
  await countAttempt(database, { email, address: attempt.address }, now);
  const user = email.includes('\0') ? null : await database.prisma.user.findUnique({ where: { email }, include: { memberships: { orderBy: { createdAt: 'asc' }, take: 1 } } });
  if (!(await verifyPassword(user?.passwordHash ?? null, attempt.password.slice(0, 200))) || user === null) throw new AppError('WRONG_CREDENTIALS');
  await clearAttempts(database, email);
  return { sub: user.id, accountId: user.memberships[0]?.accountId ?? null, sessionVersion: user.sessionVersion };
}

/** Sets a password and ends every session of the user. @throws AppError NOT_FOUND */
export async function setPassword(database: Database, input: { email: string; password: string }, now: Date): Promise<string> {
  const passwordHash = await hashPassword(input.password);
  return await database.prisma.$transaction(async (transaction) => {
    const [user] = await transaction.user.updateManyAndReturn({ where: { email: input.email }, data: { passwordHash, sessionVersion: { increment: 1 }, updatedAt: now } });
    if (user === undefined) throw new AppError('NOT_FOUND', { message: 'There is no user with this e-mail.' });
    const memberships = await transaction.membership.findMany({ where: { userId: user.id } });
    await transaction.auditEntry.createMany({
      data: memberships.map(({ accountId }) => ({ accountId, actorKind: 'operator', action: 'member.set_password', targetType: 'user', targetId: user.id, data: {}, createdAt: now })),
    });
    return user.id;
  });
}

/** The person and the workspace of a session, for the dashboard's frame. @throws AppError UNAUTHENTICATED */
export async function current(database: Database, principal: SessionPrincipal): Promise<CurrentAccount> {
  const user = await database.prisma.user.findUnique({ where: { id: principal.userId }, select: { id: true, name: true, email: true } });
  if (user === null) throw new AppError('UNAUTHENTICATED');
  if (principal.accountId === null) return { user, workspace: null };
  const { subscription, ...workspace } = await database.prisma.account.findUniqueOrThrow({
    where: { id: principal.accountId },
    select: { id: true, name: true, currency: true, timeZone: true, country: true, subscription: { select: { plan: true } } },
  });
  return { user, workspace: { ...workspace, plan: subscription?.plan ?? 'free' } };
}
