/**
 * Counts what must not be tried without end in the database, so that the limit holds over all processes: attempts to
 * sign in and to sign up, per network and per e-mail, or per device that its person signed in with before; guesses at a
 * person's present password; mails that we send for somebody. An attempt is counted before it is tried: parallel
 * guesses cannot all slip through one check.
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
 * Attempts per window. An address may be a whole office behind one router, so it gets more; it is counted by its
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
  /** The same of who is signed in: whoever has the password alone must not keep them from changing it. */
  presentCode: 5,
  /**
   * Links that are mailed to who asks (a new password, a new e-mail, a proof): what one mailbox gets of them, and what
   * one address may ask for.
   */
  resetEmail: 3,
  resetAddress: 30,
  /** Mailed invitations of a workspace: its name stands in them, and anybody can open one. */
  invitation: 20,
  /** The mails of this kind that one mailbox gets, from all workspaces. */
  invitedEmail: 10,
  /** Mails that say that somebody has the password. */
  wrongCodes: 1,
} as const;
type Kind = keyof typeof LIMITS;

const BY_NETWORK: readonly Kind[] = ['address', 'resetAddress'];
/**
 * The kinds that harm the mailbox, and so are counted by it, however its address is spelled; attempts to sign in are of
 * one account.
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
 * Counts one attempt of each kind. @returns the highest count @throws AppError TOO_MANY_ATTEMPTS when it is over the
 * limit of any.
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
 * Checks whether it is the first of this kind in its window, one of several at once: for what is said once. It is
 * written with what is said, in one transaction.
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
 * Clears the counts after a correct attempt, or after another way showed whose it is: these count anew. A sign-in
 * clears the count that it was made under, so that a person who comes and goes gives strangers no further guesses; the
 * address keeps its own, which others share.
 */
export async function clearAttempts(database: Database, of: Partial<Record<Kind, string>>): Promise<void> {
  const subjects = entriesOf(of).map(([kind, value]) => subjectOf(kind, value));
  await database.pool.query('DELETE FROM "SignInThrottle" WHERE subject = ANY ($1)', [subjects]);
}

/** Forgets windows that are over. Run by the worker. */
export async function pruneThrottle(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.pool.query('DELETE FROM "SignInThrottle" WHERE "resetAt" <= $1', [now]);
  return rowCount ?? 0;
}
