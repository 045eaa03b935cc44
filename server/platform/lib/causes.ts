/** The causes of a thrown thing. */

/** The most causes that are followed; no error has more, but an error may be its own cause. */
const DEPTH = 6;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Yields a thrown value and its causes, outermost first. Prisma's driver adapter stores the database's error in several
 * ways of its own.
 */
export function* causesOf(thrown: unknown): Generator<Record<string, unknown>, void> {
  let cause = thrown;
  for (let depth = 0; isObject(cause) && depth < DEPTH; depth++) {
    yield cause;
    cause =
      cause.driverAdapterError ?? cause.cause ?? (isObject(cause.meta) ? cause.meta.driverAdapterError : undefined);
  }
}
