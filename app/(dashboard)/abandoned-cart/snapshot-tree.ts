/** Any JSON as a person can read it: names in plain words, one value a line, what belongs together indented. */

export interface Entry {
  /** “Line items”; a place in a list is its number, from 1. */
  label: string;
  /** The value at this place; undefined when there is something below. */
  value?: string | number | boolean | null;
  below?: Entry[];
}

export interface Tree {
  entries: Entry[];
  /** There is more than is worth reading here. */
  cut: boolean;
}

/** `utm_source` and `utmSource` are “Utm source”; what is already written in words, or in capitals, stays. */
export function wordsOf(key: string): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .split(/\s+/);
  const plain = words.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word)).join(' ');
  return plain === '' ? key : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * @param limit of values in all; the rest is left out
 */
export function treeOf(snapshot: Record<string, unknown>, limit: number): Tree {
  let left = limit;
  let cut = false;

  const entriesOf = (pairs: [string, unknown][]): Entry[] => {
    const entries: Entry[] = [];
    for (const [label, value] of pairs) {
      if (left <= 0) {
        cut = true;
        break;
      }
      entries.push(entryOf(label, value));
    }
    return entries;
  };

  const entryOf = (label: string, value: unknown): Entry => {
    if (typeof value !== 'object' || value === null) {
      left -= 1;
      return {
        label,
        value: typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
      };
    }
    const pairs: [string, unknown][] = Array.isArray(value)
      ? value.map((each, at) => [String(at + 1), each])
      : Object.entries(value).map(([key, each]) => [wordsOf(key), each]);
    if (pairs.length === 0) {
      left -= 1;
      return { label, value: null };
    }
    // A list of words or numbers is one line.
    if (
      Array.isArray(value) &&
      value.every((each) => typeof each === 'string' || typeof each === 'number') &&
      value.length <= 20
    ) {
      left -= 1;
      return { label, value: value.join(', ') };
    }
    return { label, below: entriesOf(pairs) };
  };

  const entries = entriesOf(Object.entries(snapshot).map(([key, value]) => [wordsOf(key), value]));
  return { entries, cut };
}
