/** A workspace's blog as its pages know it: names, language, addresses. */
import type { Language } from '@/server/lib/language';

export interface BlogSite {
  accountId: string;
  /** '' for a workspace that does not exist. */
  brand: string;
  /** The workspace's logo; null where it has none. */
  logoUrl: string | null;
  language: Language;
  timeZone: string;
  /** Of the service, without a slash at its end. */
  baseUrl: string;
}

/** What a page shows of a post. */
export interface PagePost {
  slug: string;
  title: string;
  excerpt: string | null;
  coverImage: string | null;
  authorName: string | null;
  tags: string[];
  publishedAt: Date | null;
}

export const blogUrl = ({ baseUrl, accountId }: BlogSite): string => `${baseUrl}/b/${accountId}`;
export const postUrl = (site: BlogSite, slug: string): string => `${blogUrl(site)}/${slug}`;
export const feedUrl = (site: BlogSite): string => `${blogUrl(site)}/feed.xml`;
export const sitemapUrl = (site: BlogSite): string => `${blogUrl(site)}/sitemap.xml`;

/** What was left blank counts as missing: excerpts, authors, search titles. */
export const given = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text.trim();

/** To make one takes a third of a millisecond. There are as many as time zones that workspaces have. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** As a shopper there writes it: 21 November 2026. */
export function longDate({ timeZone }: BlogSite, instant: Date, locale: string): string {
  const key = `${locale} ${timeZone}`;
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  dates.set(key, format);
  return format.format(instant);
}
