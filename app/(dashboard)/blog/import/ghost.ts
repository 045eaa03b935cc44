/**
 * The export of Ghost, Settings → Migration: one JSON with a table of rows for each thing
 * (https://ghost.org/docs/migration/custom). Pages, members and settings are no posts.
 */
import * as z from 'zod';
import { withAddresses } from './addresses';
import { SITE_ORIGIN, type ExportedPost, type Hidden } from './exported-post';

const word = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const key = z.union([z.string(), z.number()]).transform(String);
/** Older exports have milliseconds. */
const moment = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((at) => {
    const date = new Date(at ?? NaN);
    return Number.isNaN(date.getTime()) ? null : date;
  });
const order = z.number().nullish();

const rows = z.object({
  posts: z.array(
    z.object({
      id: key,
      title: word,
      slug: word,
      html: word,
      plaintext: word,
      feature_image: word,
      status: word,
      type: z.string().nullish(),
      page: z.union([z.boolean(), z.number()]).nullish(),
      visibility: word,
      published_at: moment,
      custom_excerpt: word,
      author_id: key.nullish(),
      meta_title: word,
      meta_description: word,
    }),
  ),
  tags: z.array(z.object({ id: key, name: word })).default([]),
  posts_tags: z.array(z.object({ post_id: key, tag_id: key, sort_order: order })).default([]),
  users: z.array(z.object({ id: key, name: word })).default([]),
  posts_authors: z.array(z.object({ post_id: key, author_id: key, sort_order: order })).default([]),
  posts_meta: z.array(z.object({ post_id: key, meta_title: word, meta_description: word })).default([]),
});
const file = z
  .union([z.object({ db: z.tuple([z.object({ data: rows })], z.unknown()) }), z.object({ data: rows })])
  .transform((sent) => ('db' in sent ? sent.db[0].data : sent.data));

interface Link {
  post_id: string;
  sort_order?: number | null | undefined;
}

function linksOf<Row extends Link>(links: readonly Row[], post: string): Row[] {
  return links
    .filter(({ post_id }) => post_id === post)
    .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((words) => `<p>${escaped(words)}</p>`)
    .join('');

const IS_OUT = ['published', 'scheduled', 'sent'];

function hiddenBecause(status: string, visibility: string): Hidden | null {
  if (status === 'sent') return 'emailOnly';
  return visibility === '' || visibility === 'public' ? null : 'members';
}

/** Ghost 1 to 3 write pictures and links of their own host without it. */
const fromHost = (address: string): string => (/^\/(?!\/)/.test(address) ? `${SITE_ORIGIN}${address}` : address);

/** @returns null: this is no export of Ghost */
export function ghostPosts(text: string): ExportedPost[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = file.safeParse(json);
  if (data === undefined) return null;
  const tags = new Map(data.tags.map(({ id, name }) => [id, name]));
  const users = new Map(data.users.map(({ id, name }) => [id, name]));
  const metas = new Map(data.posts_meta.map((meta) => [meta.post_id, meta]));
  return data.posts
    .filter(({ type, page }) => (type ?? 'post') === 'post' && !page)
    .map((post) => {
      const meta = metas.get(post.id);
      const author = linksOf(data.posts_authors, post.id)[0]?.author_id ?? post.author_id ?? '';
      const isPublished = IS_OUT.includes(post.status);
      return {
        title: post.title,
        slug: post.slug,
        html: withAddresses(post.html || paragraphs(post.plaintext), fromHost),
        excerpt: post.custom_excerpt,
        coverImage: fromHost(post.feature_image),
        isPublished,
        publishedAt: post.published_at,
        hidden: isPublished ? hiddenBecause(post.status, post.visibility) : null,
        authorName: users.get(author) ?? '',
        // Those that begin with # are for the blog's own use.
        tags: linksOf(data.posts_tags, post.id)
          .map(({ tag_id }) => tags.get(tag_id) ?? '')
          .filter((name) => !name.startsWith('#')),
        metaTitle: meta?.meta_title || post.meta_title,
        metaDescription: meta?.meta_description || post.meta_description,
      };
    });
}
