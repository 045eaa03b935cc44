/**
 * Ends sessions: every session carries the session version of its person, and a session with an older version is
 * refused (docs/contract/accounts.md#sessions).
 */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import { AppError } from '@/server/platform/errors';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { endSessionsOf } from '@/server/modules/account/accounts/sessions';

/**
 * Raises the version in the transaction that ends the sessions: a new password, or a membership that begins or ends.
 * The caller stays signed in by the kept session with the returned version.
 * @param keep the session to keep; null: none
 * @throws AppError UNAUTHENTICATED when the kept session has ended
 */
export async function raiseSessionVersion(
  transaction: Transaction,
  userId: string,
  keep: string | null,
  now: Date,
): Promise<number> {
  await endSessionsOf(transaction, userId, keep, now);
  const { sessionVersion } = await transaction.user.update({
    where: { id: userId },
    data: { sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  });
  if (keep !== null) await requireLive(transaction, keep);
  return sessionVersion;
}

/**
 * Requires that the session has not ended. A process remembers a session for 2 seconds; a write that gives lasting
 * access checks again, with the person's row locked. Ending a session locks that row too, so neither misses the other.
 * @throws AppError UNAUTHENTICATED
 */
export async function requireLive(transaction: Pick<Transaction, 'session'>, sessionId: string): Promise<void> {
  if ((await transaction.session.count({ where: { id: sessionId, endedAt: null } })) === 0)
    throw new AppError('UNAUTHENTICATED');
}

/** Returns the workspace that a new session opens: the last opened one, else the one that the person joined first. */
export async function lastOpened(transaction: Pick<Transaction, 'membership'>, userId: string): Promise<string | null> {
  const membership = await transaction.membership.findFirst({
    where: { userId },
    orderBy: [{ openedAt: { sort: 'desc', nulls: 'last' } }, { createdAt: 'asc' }],
    select: { accountId: true },
  });
  return membership?.accountId ?? null;
}

/** Returns the session's claims after its person has opened a workspace. */
export async function sessionIn(
  transaction: Transaction,
  { userId, sessionId }: SessionPrincipal,
  accountId: string | null,
  now: Date,
): Promise<SessionClaims> {
  return { sub: userId, accountId, sessionVersion: await raiseSessionVersion(transaction, userId, sessionId, now) };
}
