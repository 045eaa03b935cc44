/**
 * The languages of the dashboard, and how one is chosen: the person's own choice in a cookie, else the browser's setting.
 */
import { languageOf, type Language } from '@/server/platform/lib/language';

export type Locale = Language;
export const LOCALES = ['en', 'id'] as const satisfies readonly Locale[];

export const LOCALE_COOKIE = 'laris-locale';

const known = (tag: string): Locale | undefined => LOCALES.find((locale) => locale === tag);

/**
 * @param cookie what the person chose before, if anything
 * @param acceptLanguage the header, e.g. `id-ID,id;q=0.9,en;q=0.8`
 */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  return known(cookie ?? '') ?? languageOf(acceptLanguage);
}
