/** Types of commit-titles.mjs for its test. */
export function tooLong(titles: readonly string[]): string[];
export function lastTitles(folder: string): string[];
