/** Languages of texts, as BCP 47 names them and `hreflang` accepts them. Forms use this file too. */

/**
 * Matches a language, a script and a region. Search engines understand no more, so variants and extensions are not
 * accepted.
 */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;
export const LONGEST_LOCALE = 12;

const nameOf = (type: 'language' | 'region', code: string): string | undefined =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code);

/**
 * Normalises a language tag: `ID-id` → `id-ID`, and old codes to present ones: `in` → `id`, `en-UK` → `en-GB`.
 * @returns null for an invalid tag, or an unknown language or region: `jp`, `english`
 */
export function canonicalLocale(sent: string): string | null {
  if (!TAG.test(sent)) return null;
  const [tag = ''] = Intl.getCanonicalLocales(sent);
  const { language, region } = new Intl.Locale(tag);
  const isKnown =
    TAG.test(tag) &&
    nameOf('language', language) !== undefined &&
    (region === undefined || nameOf('region', region) !== undefined);
  return isKnown ? tag : null;
}

/**
 * Returns the name of a language: `de` is German in English, and Jerman in Indonesian. @param inLanguage the reader's
 * language
 */
export const languageName = (locale: string, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(locale) ?? locale;
