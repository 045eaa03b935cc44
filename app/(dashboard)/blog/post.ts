/** A post as the dashboard holds it: what was read, what its fields hold, and the way between them. */
import type { Inputs, Outputs } from '@/app/trpc';
import { withoutTrailing } from '@/server/platform/lib/text';
import { slugOf } from './slug';

export type Post = Outputs['blog']['get']['post'];
export type PostSummary = Outputs['blog']['overview']['items'][number];
export type PostInput = Inputs['blog']['create'];

/** The values of the fields; '' is none. Names are those of the schema. */
export interface PostValues extends Record<string, unknown> {
  title: string;
  slug: string;
  body: string;
  excerpt: string;
  coverImage: string;
  authorName: string;
  tags: string[];
  metaTitle: string;
  metaDescription: string;
  marketingCampaignId: string | null;
  /** BCP 47; '' is that of the blog. */
  locale: string;
}

/** The change that happens to a post besides being saved. */
export type Turn = { kind: 'keep' } | { kind: 'now' } | { kind: 'at'; publishedAt: string } | { kind: 'draft' };

export const emptyValues = (authorName: string): PostValues => ({
  title: '',
  slug: '',
  body: '',
  excerpt: '',
  coverImage: '',
  authorName,
  tags: [],
  metaTitle: '',
  metaDescription: '',
  marketingCampaignId: null,
  locale: '',
});

export const valuesOf = (post: Post): PostValues => ({
  title: post.title,
  slug: post.slug,
  body: post.body,
  excerpt: post.excerpt ?? '',
  coverImage: post.coverImage ?? '',
  authorName: post.authorName ?? '',
  tags: post.tags,
  metaTitle: post.metaTitle ?? '',
  metaDescription: post.metaDescription ?? '',
  marketingCampaignId: post.marketingCampaignId,
  locale: post.locale ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const inputOf = (values: PostValues) => ({
  title: values.title.trim(),
  // Typed on, it may end in a hyphen.
  slug: withoutTrailing(values.slug, /-/),
  body: values.body,
  excerpt: orNull(values.excerpt),
  coverImage: orNull(values.coverImage),
  authorName: orNull(values.authorName),
  tags: values.tags,
  metaTitle: orNull(values.metaTitle),
  metaDescription: orNull(values.metaDescription),
  marketingCampaignId: values.marketingCampaignId,
  locale: orNull(values.locale),
});

/**
 * Checks whether the address of a post is still the one that its title makes: then it continues to follow the title.
 */
export const followsTitle = (post: Post | null): boolean =>
  post === null || (post.status === 'draft' && post.slug === slugOf(post.title));

/** Returns the path where the public reads it. */
export const publicPath = (accountId: string, slug: string): string => `/b/${accountId}/${slug}`;
