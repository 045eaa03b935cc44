/**
 * A blog in one language has the documents that it had before posts had a locale, byte for byte (spec 7: everything only adds). The
 * files beside this were written by the release before it; only the address of the style, which is made of the style, is left out.
 */
import { expect, it } from 'vitest';
import { blogFeed } from './feed';
import { listPage } from './list-page';
import { postPage } from './post-page';
import type { BlogSite } from './site';
import { blogSitemap } from '@/server/modules/content/blog/pages';
import { BLOG_STYLE_ADDRESS } from './style';

const site = (language: BlogSite['language']): BlogSite => ({
  accountId: 'c06b6cfa81f3a9d2e4b7c6058',
  brand: 'Kopi & Teh',
  logoUrl: 'https://files.example/logo.png',
  language,
  timeZone: 'Asia/Jakarta',
  baseUrl: 'https://laris.example',
});
const post = (n: number) => ({
  id: `c${n}`,
  slug: `tulisan-${n}`,
  title: `Tulisan <${n}>`,
  excerpt: n === 1 ? null : 'Beberapa kata.',
  body: `Paragraf ${n}.\n\n## Judul`,
  coverImage: n === 2 ? 'https://files.example/2.png' : null,
  authorName: 'Rina',
  tags: ['kopi', 'rumah'],
  metaTitle: null,
  metaDescription: null,
  publishedAt: new Date(Date.UTC(2026, 0, n)),
  changedAt: new Date(Date.UTC(2026, 1, n)),
});
const POSTS = [post(3), post(2), post(1)];
const rendered = { html: '<p>Paragraf.</p>', firstParagraph: 'Paragraf.', words: 300 };

it.each(['en', 'id'] as const)('%s', async (language) => {
  const ours = site(language);
  const documents = {
    'list.html': listPage(ours, POSTS),
    'empty.html': listPage(ours, []),
    'post.html': postPage(ours, post(2), rendered, { newer: post(3), older: post(1) }),
    'unlisted.html': postPage(ours, { ...post(1), publishedAt: null }, rendered),
    'preview.html': postPage(ours, post(2), rendered, { previewUntil: new Date(Date.UTC(2026, 2, 1)) }),
    'feed.xml': await blogFeed(ours, POSTS),
    'sitemap.xml': blogSitemap(ours, POSTS),
  };
  for (const [name, text] of Object.entries(documents))
    await expect(text.replace(BLOG_STYLE_ADDRESS, '/b/page.css')).toMatchFileSnapshot(
      `without-locale/${language}-${name}`,
    );
});
