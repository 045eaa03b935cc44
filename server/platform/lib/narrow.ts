/** Narrows what TypeScript does not narrow by itself. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks whether a text is one of a closed list. */
export const isOneOf = <Known extends string>(known: readonly Known[], text: string | null): text is Known =>
  known.some((each) => each === text);

/** Returns the known words of those between commas, such as `status=active,paused`; unknown ones count for nothing. */
export const knownAmong = <Known extends string>(known: readonly Known[], sent = ''): Known[] =>
  sent
    .split(',')
    .map((word) => word.trim())
    .filter((word) => isOneOf(known, word));

/** The keys of an object that has no more than its type says, such as a constant. */
export const keysOf = <Constant extends object>(constant: Constant): (keyof Constant & string)[] =>
  Object.keys(constant) as (keyof Constant & string)[];
