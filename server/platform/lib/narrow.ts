/** Helpers that narrow types which TypeScript does not narrow by itself. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks whether a text is one of the known words. */
export const isOneOf = <Known extends string>(known: readonly Known[], text: string | null): text is Known =>
  known.some((each) => each === text);

/** Returns the known words of a comma-separated text, such as `status=active,paused`; unknown words are ignored. */
export const knownAmong = <Known extends string>(known: readonly Known[], sent = ''): Known[] =>
  sent
    .split(',')
    .map((word) => word.trim())
    .filter((word) => isOneOf(known, word));

/** Returns the keys of an object that has no keys beyond its type, such as a constant. */
export const keysOf = <Constant extends object>(constant: Constant): (keyof Constant & string)[] =>
  Object.keys(constant) as (keyof Constant & string)[];
