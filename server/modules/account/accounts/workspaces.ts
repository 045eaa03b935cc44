/** The workspaces of a person: create another one, and switch between them. */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { insertAccount } from '@/server/modules/account/accounts/create-account';
import { sessionIn } from '@/server/modules/account/accounts/session-version';

/** The most workspaces that one person may own: enough for any agency, and a limit for scripts. */
const OWNED_LIMIT = 50;

/**
 * Creates a workspace on the free plan, owned by the person; the session moves into it. @throws AppError BAD_STATE at
 * the limit
 */
export async function createWorkspace(
  database: Database,
  principal: SessionPrincipal,
  name: string,
  now: Date,
): Promise<SessionClaims> {
  const { userId } = principal;
  return await prismaTransaction(database, async (transaction) => {
    // The person's row is held from here on, so that two at once are counted one after the other.
    const session = await sessionIn(transaction, principal, null, now);
    if ((await transaction.membership.count({ where: { userId, role: 'owner' } })) >= OWNED_LIMIT)
      throw new AppError('BAD_STATE', {
        message: `One person can own at most ${OWNED_LIMIT} workspaces.`,
        details: { reason: 'TOO_MANY_WORKSPACES', limit: OWNED_LIMIT },
      });
    const { id } = await insertAccount(transaction, { name, ownerId: userId }, now);
    return { ...session, accountId: id };
  });
}

/** Moves the session into another workspace of the person. @throws AppError NOT_FOUND when they are no member */
export async function openWorkspace(
  database: Database,
  { userId }: SessionPrincipal,
  accountId: string,
  now: Date,
): Promise<SessionClaims> {
  const { count } = await database.prisma.membership.updateMany({
    where: { accountId, userId },
    data: { openedAt: now },
  });
  const user =
    count === 0
      ? null
      : await database.prisma.user.findUnique({ where: { id: userId }, select: { sessionVersion: true } });
  if (user === null) throw new AppError('NOT_FOUND', { message: 'You belong to no workspace with this id.' });
  return { sub: userId, accountId, sessionVersion: user.sessionVersion };
}
