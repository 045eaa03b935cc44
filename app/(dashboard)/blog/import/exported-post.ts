/** A post of another blog's export, before it is one of ours (docs/contract/blog.md#from-an-export). */
import { isUrl } from '@/server/platform/lib/is-url';
import { clipped } from '@/server/platform/lib/text';
import type { PostInput } from '../post';
import { SLUG_MAX, slugOf } from '../slug';

/** Why a post that others could read there comes in as a draft: here it would be open to everybody. */
export const HIDDEN = ['members', 'password', 'private', 'emailOnly'] as const;
export type Hidden = (typeof HIDDEN)[number];

export interface ExportedPost {
  title: string;
  slug: string;
  /** As the other blog holds it. */
  html: string;
  excerpt: string;
  coverImage: string;
  isPublished: boolean;
  publishedAt: Date | null;
  hidden: Hidden | null;
  authorName: string;
  tags: string[];
  metaTitle: string;
  metaDescription: string;
}

/** With its text as Markdown, and an address that no other of the file has. */
export interface ReadPost extends ExportedPost {
  slug: string;
  body: string;
}

/** Stands in Ghost's exports for the address of the blog, before each picture and link of its own. */
export const GHOST_ADDRESS = '__GHOST_URL__';
/** Stands for the host of the old blog, before addresses that begin with a slash. */
export const SITE_ORIGIN = '__SITE_ORIGIN__';
export const needsAddress = ({ body, coverImage }: ReadPost): boolean =>
  [GHOST_ADDRESS, SITE_ORIGIN].some((mark) => body.includes(mark) || coverImage.includes(mark));

/** Checks whether a post is imported for everybody to read, at once or when its time comes. */
export const isOpen = ({ isPublished, hidden }: ExportedPost): boolean => isPublished && hidden === null;

/** As server/modules/content/blog/schema.ts has them. */
const MAX = { title: 200, excerpt: 400, coverImage: 4000, authorName: 120, tag: 64, tags: 20, metaTitle: 160 };

/** An absolute address of the web. */
export const isWhole = (address: string): boolean => /^https?:\/\/\S+$/i.test(address) && isUrl(address);

const orNull = (text: string, units: number): string | null => {
  const words = clipped(text.replace(/\s+/g, ' ').trim(), units).trim();
  return words === '' ? null : words;
};

/**
 * Addresses of a file in the order of its posts: each is some post's only, as the blog had it where that is possible.
 */
export function slugMaker(): (slug: string, title: string) => string {
  const taken = new Set<string>();
  return (slug, title) => {
    const wanted = slugOf(slug) || slugOf(title) || 'post';
    let made = wanted;
    for (let count = 2; taken.has(made); count++) {
      const ending = `-${count}`;
      made = `${wanted.slice(0, SLUG_MAX - ending.length)}${ending}`;
    }
    taken.add(made);
    return made;
  };
}

/**
 * Returns the input of POST /blog. Words that are too long are cut; a picture without a whole address is left out.
 * @param site address of the blog that it comes from, without a slash at its end; '' where none is needed
 */
export function postOf(read: ReadPost, site: string, asDraft: boolean): PostInput {
  const { publishedAt, slug } = read;
  const placed = (text: string): string =>
    site === '' ? text : text.replaceAll(GHOST_ADDRESS, site).replaceAll(SITE_ORIGIN, new URL(site).origin);
  const coverImage = placed(read.coverImage);
  const goesOut = isOpen(read) && !asDraft;
  return {
    title: orNull(read.title, MAX.title) ?? slug,
    slug,
    body: placed(read.body),
    excerpt: orNull(read.excerpt, MAX.excerpt),
    coverImage: isWhole(coverImage) && coverImage.length <= MAX.coverImage ? coverImage : null,
    status: goesOut ? 'published' : 'draft',
    publishedAt: goesOut ? (publishedAt?.toISOString() ?? null) : null,
    authorName: orNull(read.authorName, MAX.authorName),
    tags: [...new Set(read.tags.flatMap((tag) => orNull(tag, MAX.tag) ?? []))].slice(0, MAX.tags),
    metaTitle: orNull(read.metaTitle, MAX.metaTitle),
    metaDescription: orNull(read.metaDescription, MAX.excerpt),
  };
}
