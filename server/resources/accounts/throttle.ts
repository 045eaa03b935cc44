/**
 * Counts what must not be tried without end in the database, so that the limit holds over all processes: attempts to
 * sign in and to sign up, per network and per e-mail; guesses at a person's present password; mails that we send for
 * somebody. An attempt is counted before it is tried: parallel guesses cannot all slip through one check.
 */
import { entriesOf } from '@/server/lib/records';
import { createHash } from 'node:crypto';
import type { Database } from '@/server/db/client';
import { AppError } from '@/server/errors';
import { networkOf } from '@/server/lib/address';

const WINDOW_MS = 15 * 60_000;

/** Attempts per window. An address may be a whole office behind one router, so it gets more; it is counted by its network. */
const LIMITS = {
  email: 10,
  address: 60,
  /** Guesses at the present password of who is signed in. */
  password: 10,
  /** Codes of a second factor, of a person: of a million three are right at a time. */
  code: 5,
  /** Requests for a link to a new password: what one mailbox gets of them, and what one address may ask for. */
  resetEmail: 3,
  resetAddress: 30,
  /** Mailed invitations of a workspace: its name stands in them, and anybody can open one. */
  invitation: 20,
} as const;
type Kind = keyof typeof LIMITS;

const BY_NETWORK: readonly Kind[] = ['address', 'resetAddress'];

const subjectOf = (kind: Kind, value: string): string =>
  createHash('sha256')
    .update(`${kind}:${BY_NETWORK.includes(kind) ? networkOf(value) : value}`)
    .digest('hex');

const COUNT = {
  name: 'accounts.throttle',
  text: `INSERT INTO "SignInThrottle" AS t (subject, attempts, "resetAt") SELECT s, 1, $2::timestamptz + $3::int * interval '1 ms' FROM unnest($1::text[]) s ORDER BY s
         ON CONFLICT (subject) DO UPDATE SET
           attempts = CASE WHEN t."resetAt" <= $2 THEN 1 ELSE t.attempts + 1 END,
           "resetAt" = CASE WHEN t."resetAt" <= $2 THEN excluded."resetAt" ELSE t."resetAt" END
         RETURNING subject, attempts`,
};

/** Counts one attempt of each kind. @throws AppError TOO_MANY_ATTEMPTS when it is over the limit of any. */
export async function countAttempts(
  database: Database,
  attempt: Partial<Record<Kind, string>>,
  now: Date,
): Promise<void> {
  const limits = new Map(entriesOf(attempt).map(([kind, value]) => [subjectOf(kind, value), LIMITS[kind]]));
  const { rows } = await database.pool.query<{ subject: string; attempts: number }>({
    ...COUNT,
    values: [[...limits.keys()], now, WINDOW_MS],
  });
  if (rows.some(({ subject, attempts }) => attempts > (limits.get(subject) ?? 0)))
    throw new AppError('TOO_MANY_ATTEMPTS');
}

/** An attempt to sign in or up. @throws AppError TOO_MANY_ATTEMPTS */
export const countAttempt = (
  database: Database,
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<void> => countAttempts(database, { email, address }, now);

/** A successful sign-in clears the e-mail's count; the address keeps its own, which others share. */
export const clearAttempts = (database: Database, email: string): Promise<void> => clear(database, 'email', email);

/** A code was right. */
export const clearCodes = (database: Database, userId: string): Promise<void> => clear(database, 'code', userId);

/** The present password was known: guesses at it count anew. */
export const clearGuesses = (database: Database, userId: string): Promise<void> => clear(database, 'password', userId);

async function clear(database: Database, kind: Kind, value: string): Promise<void> {
  await database.pool.query('DELETE FROM "SignInThrottle" WHERE subject = $1', [subjectOf(kind, value)]);
}

/** Forgets windows that are over. Run by the worker. */
export async function pruneThrottle(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.pool.query('DELETE FROM "SignInThrottle" WHERE "resetAt" <= $1', [now]);
  return rowCount ?? 0;
}
