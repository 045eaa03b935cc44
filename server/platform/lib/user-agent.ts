/** Describes a browser, so that a person can recognise their own sessions. */

/**
 * Marks in the User-Agent by browser, the most specific first, because nearly all browsers also claim to be Chrome and
 * Safari.
 */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
];

export interface Device {
  /** Names of products, the same in every language; null when the header names none that we know. */
  browser: string | null;
  system: string | null;
}

export function deviceOf(userAgent: string): Device {
  const find = (known: typeof BROWSERS): string | null => known.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
