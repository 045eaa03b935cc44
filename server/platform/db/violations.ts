/** Why the database refused a statement: a constraint, through Prisma or a prepared statement, or a lock. */
import { causesOf } from '@/server/platform/lib/causes';

/** Checks whether `error` is the violation of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  for (const { constraint: violated, originalMessage } of causesOf(error)) {
    if (violated === constraint) return true;
    // Prisma's driver adapter keeps the name in its own shape, and only in the message where the index is over an
    // expression.
    if (typeof violated === 'object' && violated !== null && 'index' in violated && violated.index === constraint)
      return true;
    if (typeof originalMessage === 'string' && originalMessage.includes(`"${constraint}"`)) return true;
  }
  return false;
}

/** Checks whether a statement of a long transaction gave up waiting for a lock (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
