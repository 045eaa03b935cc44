/** Ends sessions: every session carries the version of its person, and an older one is refused (4 §C). */
import type { SessionToken } from '@/server/auth/session';
import type { Transaction } from '@/server/resources/accounts/making';

/**
 * Raises it, in the transaction of what ends the sessions: a new password, a membership that begins or ends. The caller
 * who stays signed in gets a new session with the version that is returned.
 */
export async function raiseSessionVersion(transaction: Transaction, userId: string): Promise<number> {
  const { sessionVersion } = await transaction.user.update({
    where: { id: userId },
    data: { sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  });
  return sessionVersion;
}

/** The workspace that a new session opens: where the person was last, else the one that they came to first. */
export async function lastOpened(transaction: Pick<Transaction, 'membership'>, userId: string): Promise<string | null> {
  const membership = await transaction.membership.findFirst({
    where: { userId },
    orderBy: [{ openedAt: { sort: 'desc', nulls: 'last' } }, { createdAt: 'asc' }],
    select: { accountId: true },
  });
  return membership?.accountId ?? null;
}

/** A session of this person in a workspace that they have just gone into. */
export async function sessionIn(
  transaction: Transaction,
  userId: string,
  accountId: string | null,
): Promise<SessionToken> {
  return { sub: userId, accountId, sessionVersion: await raiseSessionVersion(transaction, userId) };
}
