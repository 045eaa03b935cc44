/** Which constraint a write ran into, whether it went through Prisma or through a prepared statement. */
import { causesOf } from '@/server/lib/causes';

/** Whether `error` is the violation of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  for (const { constraint: violated, originalMessage } of causesOf(error)) {
    if (violated === constraint) return true;
    // Prisma's driver adapter keeps the name in its own shape, and only in the message where the index is over an expression.
    if (typeof violated === 'object' && violated !== null && 'index' in violated && violated.index === constraint)
      return true;
    if (typeof originalMessage === 'string' && originalMessage.includes(`"${constraint}"`)) return true;
  }
  return false;
}
