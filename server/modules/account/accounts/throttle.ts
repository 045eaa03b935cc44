/**
 * Limits repeated attempts, with counts in the database, so that a limit holds for all processes: sign-ins and
 * sign-ups, per network and per e-mail, or per known device; guesses at the present password; mails that we send for
 * somebody. An attempt is counted before it runs, so that parallel guesses cannot pass the same check.
 */
import { entriesOf } from '@/server/platform/lib/records';
import { createHash } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';
import { AppError } from '@/server/platform/errors';
import { networkOf } from '@/server/platform/lib/address';
import { mailboxOf } from '@/server/platform/lib/email-address';
import type { Transaction } from '@/server/modules/account/accounts/create-account';

const WINDOW_MS = 15 * 60_000;

/**
 * Attempts per window. An address may be a whole office behind one router, so it gets more; addresses are counted by
 * network.
 */
const LIMITS = {
  email: 10,
  address: 60,
  /** Attempts of a known device, in the place of both: attempts of strangers keep nobody out who was there before. */
  device: 10,
  /** Guesses at the present password of who is signed in. */
  password: 10,
  /** Codes of a second factor at sign-in, of a person or of a known device: of a million three are right at a time. */
  code: 5,
  /**
   * Codes of a signed-in person, counted separately: somebody who knows only the password must not keep the person from
   * changing it.
   */
  presentCode: 5,
  /**
   * Mailed links on request (a new password, a new e-mail, a proof): the limit for one mailbox, and the limit for one
   * requesting address.
   */
  resetEmail: 3,
  resetAddress: 30,
  /** Mailed invitations of a workspace: the mail contains the workspace's name, and anybody can create a workspace. */
  invitation: 20,
  /** Invitations that one mailbox gets from all workspaces. */
  invitedEmail: 10,
  /** Warnings that somebody may know the password. */
  wrongCodes: 1,
} as const;
type Kind = keyof typeof LIMITS;

const BY_NETWORK: readonly Kind[] = ['address', 'resetAddress'];
/**
 * The kinds that disturb a mailbox, so they are counted by mailbox, for every spelling of its address. Sign-in attempts
 * are counted by account.
 */
const BY_MAILBOX: readonly Kind[] = ['resetEmail', 'invitedEmail'];

const counted = (kind: Kind, value: string): string =>
  BY_NETWORK.includes(kind) ? networkOf(value) : BY_MAILBOX.includes(kind) ? mailboxOf(value) : value;

const subjectOf = (kind: Kind, value: string): string =>
  createHash('sha256')
    .update(`${kind}:${counted(kind, value)}`)
    .digest('hex');

const COUNT = {
  name: 'accounts.throttle',
  text: `INSERT INTO "SignInThrottle" AS t (subject, attempts, "resetAt")
    SELECT s, 1, $2::timestamptz + $3::int * interval '1 ms' FROM unnest($1::text[]) s ORDER BY s
         ON CONFLICT (subject) DO UPDATE SET
           attempts = CASE WHEN t."resetAt" <= $2 THEN 1 ELSE t.attempts + 1 END,
           "resetAt" = CASE WHEN t."resetAt" <= $2 THEN excluded."resetAt" ELSE t."resetAt" END
         RETURNING subject, attempts`,
};

/**
 * Counts one attempt of each kind. @returns the highest count @throws AppError TOO_MANY_ATTEMPTS when any limit is
 * exceeded
 */
export async function countAttempts(
  database: Database,
  attempt: Partial<Record<Kind, string>>,
  now: Date,
): Promise<number> {
  const limits = new Map(entriesOf(attempt).map(([kind, value]) => [subjectOf(kind, value), LIMITS[kind]]));
  const { rows } = await database.pool.query<{ subject: string; attempts: number }>({
    ...COUNT,
    values: [[...limits.keys()], now, WINDOW_MS],
  });
  if (rows.some(({ subject, attempts }) => attempts > (limits.get(subject) ?? 0)))
    throw new AppError('TOO_MANY_ATTEMPTS');
  return Math.max(0, ...rows.map(({ attempts }) => attempts));
}

/**
 * Returns true for the first call of this kind in its window, and only for one of several at once: for a message that
 * is sent once. The count is written in the transaction of the message.
 */
export async function isFirst(
  transaction: Pick<Transaction, '$executeRaw'>,
  kind: 'wrongCodes',
  value: string,
  now: Date,
): Promise<boolean> {
  const resetAt = new Date(now.getTime() + WINDOW_MS);
  const written = await transaction.$executeRaw`
    INSERT INTO "SignInThrottle" AS t (subject, attempts, "resetAt") VALUES (${subjectOf(kind, value)}, 1, ${resetAt})
    ON CONFLICT (subject) DO UPDATE SET "resetAt" = excluded."resetAt" WHERE t."resetAt" <= ${now}`;
  return written === 1;
}

/**
 * Clears counts after a correct attempt, or after another proof of identity. A sign-in clears only the count that it
 * was made under, so that a person who signs in often gives strangers no further guesses. The address keeps its own
 * count, because other people share it.
 */
export async function clearAttempts(database: Database, of: Partial<Record<Kind, string>>): Promise<void> {
  const subjects = entriesOf(of).map(([kind, value]) => subjectOf(kind, value));
  await database.pool.query('DELETE FROM "SignInThrottle" WHERE subject = ANY ($1)', [subjects]);
}

/** Deletes windows that are over. Runs in the worker. */
export async function pruneThrottle(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.pool.query('DELETE FROM "SignInThrottle" WHERE "resetAt" <= $1', [now]);
  return rowCount ?? 0;
}
