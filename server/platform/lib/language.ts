/** The two languages of Laris, and the choice of one for a shop or a visitor. */

export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language that a shop of the country writes in. @param country ISO 3166-1 alpha-2 */
export const languageIn = (country: string): Language => (country === 'ID' ? 'id' : 'en');

/** The old code of Indonesian is still sent by some. */
const BY_CODE: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['id', 'id'],
  ['in', 'id'],
]);

/**
 * Returns the language of a person who is not signed in, or has chosen none: the better of our two by their browser's
 * list. English when the header names neither; if both are equally wanted, the first.
 * @param acceptLanguage e.g. `id-ID,id;q=0.9,en;q=0.8`
 */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  const accepted = (acceptLanguage ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { language: BY_CODE.get(range.split('-')[0] ?? ''), quality: Number(quality) };
  });
  return (
    accepted
      .filter(({ language, quality }) => language !== undefined && quality > 0)
      .sort((a, b) => b.quality - a.quality)[0]?.language ?? 'en'
  );
}
