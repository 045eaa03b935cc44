/**
 * Counts attempts to sign in and to sign up in the database, per address and per e-mail, so that the limit holds over
 * all processes. An attempt is counted before it is tried: parallel guesses cannot all slip through one check.
 */
import { createHash } from 'node:crypto';
import type { Database } from '@/server/db/client';
import { AppError } from '@/server/errors';

const WINDOW_MS = 15 * 60_000;

/** Attempts per window. An address may be a whole office behind one router, so it gets more. */
const LIMITS = { email: 10, address: 60 } as const;
type Kind = keyof typeof LIMITS;

const subjectOf = (kind: Kind, value: string): string => createHash('sha256').update(`${kind}:${value}`).digest('hex');

const COUNT = {
  name: 'accounts.throttle',
  text: `INSERT INTO "SignInThrottle" AS t (subject, attempts, "resetAt") SELECT s, 1, $2::timestamptz + $3::int * interval '1 ms' FROM unnest($1::text[]) s ORDER BY s
         ON CONFLICT (subject) DO UPDATE SET
           attempts = CASE WHEN t."resetAt" <= $2 THEN 1 ELSE t.attempts + 1 END,
           "resetAt" = CASE WHEN t."resetAt" <= $2 THEN excluded."resetAt" ELSE t."resetAt" END
         RETURNING subject, attempts`,
};

/** @throws AppError TOO_MANY_ATTEMPTS when this attempt is over the limit of its e-mail or of its address. */
export async function countAttempt(database: Database, attempt: { email: string; address: string }, now: Date): Promise<void> {
  const limits = new Map([
    [subjectOf('email', attempt.email), LIMITS.email],
    [subjectOf('address', attempt.address), LIMITS.address],
  ]);
  const { rows } = await database.pool.query<{ subject: string; attempts: number }>({ ...COUNT, values: [[...limits.keys()], now, WINDOW_MS] });
  if (rows.some(({ subject, attempts }) => attempts > (limits.get(subject) ?? 0))) throw new AppError('TOO_MANY_ATTEMPTS');
}

/** A successful sign-in clears the e-mail's count; the address keeps its own, which others share. */
export async function clearAttempts(database: Database, email: string): Promise<void> {
  await database.pool.query('DELETE FROM "SignInThrottle" WHERE subject = $1', [subjectOf('email', email)]);
}

/** Forgets windows that are over. Run by the worker. */
export async function pruneThrottle(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.pool.query('DELETE FROM "SignInThrottle" WHERE "resetAt" <= $1', [now]);
  return rowCount ?? 0;
}
