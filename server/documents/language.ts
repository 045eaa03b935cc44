/** The language of a document for people who are not signed in: the better of our two by their browser's list. */

export type Language = 'en' | 'id';

/** English when the header names neither. @param acceptLanguage e.g. `id-ID,id;q=0.9,en;q=0.8` */
export function languageOf(acceptLanguage: string | undefined): Language {
  const weights = new Map<string, number>();
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.trim().split(';');
    const language = range.split('-')[0] ?? '';
    const q = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    weights.set(language, Math.max(weights.get(language) ?? 0, q === undefined ? 1 : Number(q)));
  }
  // The old code of Indonesian is still sent by some.
  const indonesian = Math.max(weights.get('id') ?? 0, weights.get('in') ?? 0);
  return indonesian > (weights.get('en') ?? 0) ? 'id' : 'en';
}
