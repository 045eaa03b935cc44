/** Which constraint a write ran into, whether it went through Prisma or through a prepared statement. */

/** Whether `error` is the violation of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause: unknown = error, depth = 0; isObject(cause) && depth < 6; depth++) {
    if (cause.constraint === constraint) return true;
    // Prisma's driver adapter keeps the name in its own shape, and only in the message where the index is over an expression.
    if (isObject(cause.constraint) && cause.constraint.index === constraint) return true;
    if (typeof cause.originalMessage === 'string' && cause.originalMessage.includes(`"${constraint}"`)) return true;
    cause =
      cause.driverAdapterError ?? cause.cause ?? (isObject(cause.meta) ? cause.meta.driverAdapterError : undefined);
  }
  return false;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
