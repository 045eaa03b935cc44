/**
 * Ends sessions: every session carries the version of its person, and an older one is refused
 * (docs/contract/accounts.md#sessions).
 */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import { AppError } from '@/server/platform/errors';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { endSessionsOf } from '@/server/modules/account/accounts/sessions';

/**
 * Raises it, in the transaction of what ends the sessions: a new password, a membership that begins or ends. The caller
 * who stays signed in goes on in the session that is kept, with the version that is returned.
 * @param keep null when nobody stays
 * @throws AppError UNAUTHENTICATED when the session that is kept has ended
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
 * The door remembers a session for 2 seconds. What lets its person in for good asks once more, with the person's row
 * held: whoever ended the session meanwhile held that row too, so that neither misses what the other did.
 * @throws AppError UNAUTHENTICATED
 */
export async function requireLive(transaction: Pick<Transaction, 'session'>, sessionId: string): Promise<void> {
  if ((await transaction.session.count({ where: { id: sessionId, endedAt: null } })) === 0)
    throw new AppError('UNAUTHENTICATED');
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

/** Returns the claims of this session, in a workspace that its person has just gone into. */
export async function sessionIn(
  transaction: Transaction,
  { userId, sessionId }: SessionPrincipal,
  accountId: string | null,
  now: Date,
): Promise<SessionClaims> {
  return { sub: userId, accountId, sessionVersion: await raiseSessionVersion(transaction, userId, sessionId, now) };
}
