/** Languages of texts, as BCP 47 names them and `hreflang` understands them. Forms use this too. */

/**
 * A language, a script, a region. Search engines know no more than that, so variants and extensions are no part of it.
 */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;
export const LONGEST_LOCALE = 12;

const nameOf = (type: 'language' | 'region', code: string): string | undefined =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code);

/**
 * `ID-id` → `id-ID`, and old codes as they are called now: `in` → `id`, `en-UK` → `en-GB`.
 * @returns null for what is none, or of a language or region that nobody knows: `jp`, `english`
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
 * Returns the name of a language: `de` in English German, in Indonesian Jerman. @param inLanguage of whoever reads the
 * name
 */
export const languageName = (locale: string, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(locale) ?? locale;
