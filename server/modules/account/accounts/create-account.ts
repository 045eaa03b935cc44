/** The rows that sign-up, operators and invitations make: workspaces, people, and who belongs where. */
import type { Role } from '@/server/platform/access/roles';
import type { PrismaClient } from '@/prisma/generated/client';
import { violates } from '@/server/platform/db/violations';
import { AppError } from '@/server/platform/errors';
import type { PlanId } from '@/server/modules/account/billing/plans';

/** A transaction over tables that belong to no workspace yet, or to several. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * A workspace. With a plan it gets a subscription row of one year without an upstream id
 * (docs/contract/billing.md#plan), without one it is on free. Its making is the first entry of its audit log.
 * @param ownerId the person who makes it, who becomes its owner; null for an operator.
 */
export async function insertAccount(
  transaction: Transaction,
  input: { name: string; plan?: PlanId; ownerId: string | null },
  now: Date,
): Promise<{ id: string; name: string }> {
  const account = await transaction.account.create({
    data: {
      name: input.name,
      createdAt: now,
      updatedAt: now,
      ...(input.plan === undefined
        ? {}
        : {
            subscription: {
              create: {
                plan: input.plan,
                status: 'active',
                currentPeriodStart: now,
                currentPeriodEnd: new Date(now.getTime() + YEAR_MS),
                createdAt: now,
                updatedAt: now,
              },
            },
          }),
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
  if (input.ownerId !== null)
    await insertMembership(transaction, { accountId: account.id, userId: input.ownerId, role: 'owner' }, now);
  return account;
}

export const insertUser = (
  transaction: Transaction,
  input: { email: string; name: string; passwordHash: string; unprovenSince: Date | null },
  now: Date,
): Promise<{ id: string }> =>
  transaction.user.create({ data: { ...input, createdAt: now, updatedAt: now }, select: { id: true } });

/** Adds a person to a workspace and opens it for them: it is the workspace that signing in opens next. */
export const insertMembership = (
  transaction: Transaction,
  member: { accountId: string; userId: string; role: Role },
  now: Date,
): Promise<unknown> => transaction.membership.create({ data: { ...member, openedAt: now, createdAt: now } });

/** Turns what the database refuses of `insertUser` into the error that the person reads. */
export const emailTaken = (error: unknown): unknown =>
  violates(error, 'User_email_key') ? new AppError('EMAIL_TAKEN') : error;
