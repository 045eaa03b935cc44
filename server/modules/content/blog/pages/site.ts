/** A workspace's blog with the names, language and addresses that its pages need. */
import { dateTimeFormat } from '@/server/platform/lib/formats';
import { LANGUAGES, type Language } from '@/server/platform/lib/language';

export interface BlogSite {
  accountId: string;
  /** '' for a workspace that does not exist. */
  brand: string;
  /** The workspace's logo; null where it has none. */
  logoUrl: string | null;
  language: Language;
  timeZone: string;
  /** The base URL of the service, without a slash at its end. */
  baseUrl: string;
}

/** The fields of a post that a page shows. */
export interface PagePost {
  slug: string;
  title: string;
  excerpt: string | null;
  coverImage: string | null;
  authorName: string | null;
  tags: string[];
  publishedAt: Date | null;
  /** Absent: the site's own language. */
  locale?: string | undefined;
}

/** The same post in another language. */
export interface PageAlternate {
  locale: string;
  slug: string;
}

export const blogUrl = ({ baseUrl, accountId }: BlogSite): string => `${baseUrl}/b/${accountId}`;
export const postUrl = (site: BlogSite, slug: string): string => `${blogUrl(site)}/${slug}`;
export const feedUrl = (site: BlogSite): string => `${blogUrl(site)}/feed.xml`;
export const sitemapUrl = (site: BlogSite): string => `${blogUrl(site)}/sitemap.xml`;

const codeOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** The language of our texts around a post: the post's language if we have it, else the site's. */
export const languageAround = ({ language }: BlogSite, locale: string | undefined): Language =>
  LANGUAGES.find((known) => locale !== undefined && codeOf(locale) === known) ?? language;

/**
 * The addresses of a post in all its languages, its own included, and `x-default`: the site's language, else the first
 * language code, so that all translations name the same one. Empty for a post without translations.
 */
export function hreflangsOf(
  site: BlogSite,
  {
    locale,
    slug,
    alternates = [],
  }: { locale?: string | undefined; slug: string; alternates?: readonly PageAlternate[] | undefined },
): { hreflang: string; href: string }[] {
  if (locale === undefined || alternates.length === 0) return [];
  const all = [{ locale, slug }, ...alternates]
    .sort((one, other) => (one.locale < other.locale ? -1 : 1))
    .map((each) => ({ hreflang: each.locale, href: postUrl(site, each.slug) }));
  const own = all.find(({ hreflang }) => codeOf(hreflang) === site.language) ?? all[0];
  return own === undefined ? all : [...all, { hreflang: 'x-default', href: own.href }];
}

/** Treats a blank text as missing: excerpts, authors, search titles. */
export const given = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text.trim();

/** A date in the format of the locale, such as 21 November 2026. */
export const longDate = ({ timeZone }: BlogSite, instant: Date, locale: string): string =>
  dateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(instant);
