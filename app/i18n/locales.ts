/** The languages of the dashboard, and how one is chosen: the person's own choice in a cookie, else the browser's wish. */
export const LOCALES = ['en', 'id'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';
export const LOCALE_COOKIE = 'laris-locale';

const known = (tag: string): Locale | undefined => LOCALES.find((locale) => locale === tag);

/**
 * @param cookie what the person chose before, if anything
 * @param acceptLanguage the header, e.g. `id-ID,id;q=0.9,en;q=0.8`; Indonesian also goes by its old tag `in`
 */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = known(cookie ?? '');
  if (chosen !== undefined) return chosen;
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      const language = tag.toLowerCase().split('-')[0] ?? '';
      return { language: language === 'in' ? 'id' : language, quality: Number.isNaN(quality) ? 0 : quality };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wishes) {
    const locale = known(language);
    if (locale !== undefined) return locale;
  }
  return DEFAULT_LOCALE;
}
