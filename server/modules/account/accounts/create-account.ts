/** Creates the rows for sign-up, operators and invitations: workspaces, people and memberships. */
import type { Role } from '@/server/platform/access/roles';
import type { PrismaClient } from '@/prisma/generated/client';
import { violates } from '@/server/platform/db/violations';
import { AppError } from '@/server/platform/errors';
import type { PlanId } from '@/server/modules/account/billing/plans';

/** A transaction over tables that belong to no workspace yet, or to several workspaces. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Creates a workspace. With a plan it gets a subscription row of one year without an upstream id
 * (docs/contract/billing.md#plan); without a plan it is on free. Its creation is the first entry of its audit log.
 * @param ownerId the person who creates the workspace and becomes its owner; null for an operator
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

/** Adds a person to a workspace and sets it as the workspace that their next sign-in opens. */
export const insertMembership = (
  transaction: Transaction,
  member: { accountId: string; userId: string; role: Role },
  now: Date,
): Promise<unknown> => transaction.membership.create({ data: { ...member, openedAt: now, createdAt: now } });

/** Turns the database's refusal of `insertUser` into the error for the person; returns other errors unchanged. */
export const emailTaken = (error: unknown): unknown =>
  violates(error, 'User_email_key') ? new AppError('EMAIL_TAKEN') : error;
