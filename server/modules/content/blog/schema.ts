/** Blog post (docs/contract/blog.md#fields). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/platform/lib/fields';
import { canonicalLocale, LONGEST_LOCALE } from '@/server/platform/lib/locale';

export const POST_STATUSES = ['draft', 'published'] as const;
/** The state of a post at a moment: a published post whose date has not come is scheduled. */
export const POST_STATES = ['draft', 'scheduled', 'published'] as const;
export type PostState = (typeof POST_STATES)[number];

/** No cap of its own: this is what a request may hold. */
const BODY_UNITS = 10 * 1024 * 1024;

const slug = text(1, 160).regex(
  /^[a-z0-9][a-z0-9-]*$/,
  'must be lower-case letters, digits and hyphens, a letter or digit first',
);
const coverImage = text(1, 4000).refine(isWebAddress, {
  error: 'must be an absolute address that begins with http:// or https://',
});

const localeIn = ofLength(z.string(), LONGEST_LOCALE)
  .transform((sent, context) => {
    const locale = canonicalLocale(sent);
    if (locale !== null) return locale;
    context.addIssue({ code: 'custom', message: 'must be a BCP 47 language code, such as id, en or pt-BR' });
    return z.NEVER;
  })
  .meta({
    id: 'LocaleSent',
    description: 'BCP 47 code: language, script, region.',
    sample: 'id',
    jsonSchema: { type: 'string' },
  });

/** The fields that a merchant sends; `blogPost` below is what we return. */
const fields = z.object({
  slug: slug.meta({
    description: 'Last part of the address, unique in the workspace.',
    sample: 'menyeduh-kopi-di-rumah',
  }),
  title: text(1, 200),
  body: text(0, BODY_UNITS).meta({ description: 'Markdown.', jsonSchema: { type: 'string' } }),
  excerpt: text(0, 400).nullable().meta({ description: 'Summary; null: the first paragraph of the body.' }),
  coverImage: coverImage
    .nullable()
    .meta({ description: 'Absolute http or https address.', sample: 'https://images.example/kopi.jpg' }),
  status: z.enum(POST_STATUSES),
  publishedAt: instantIn.nullable().meta({
    description: 'Publication date; in the future, the post is scheduled. Default when a post is first published: now.',
  }),
  authorName: text(0, 120).nullable(),
  tags: list(text(0, 64), 20),
  metaTitle: text(0, 160).nullable().meta({ description: 'Title for search engines; null: the title.' }),
  metaDescription: text(0, 400).nullable().meta({ description: 'Description for search engines; null: the excerpt.' }),
  marketingCampaignId: idIn.nullable(),
  locale: localeIn.nullable().meta({ description: "Language of the post; null: that of the workspace's pages." }),
  translationOf: idIn.nullable().meta({
    description:
      'Id of a post that says the same in another language; its translations become this post’s too. Null: none.',
  }),
});

export const createInput = fields.partial().required({ slug: true, title: true, body: true });
export const updateInput = fields.partial().extend({ id: idIn });
export const publishNowInput = updateInput.omit({ status: true, publishedAt: true });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type PublishNowInput = z.output<typeof publishNowInput>;

const languages = z.object({
  id,
  locale: z.string(),
  slug: z.string(),
  title: z.string(),
});
/** A translation of the post, as the public sees it. */
export const alternate = languages.meta({ id: 'Alternate' });
export type Alternate = z.output<typeof alternate>;
export const translation = languages.extend({ status: z.enum(POST_STATUSES) }).meta({ id: 'Translation' });
export type Translation = z.output<typeof translation>;

export const blogPost = z
  .object({
    id,
    accountId: id,
    slug: z.string(),
    title: z.string(),
    excerpt: z.string().nullable(),
    body: z.string().meta({ description: 'Markdown.' }),
    coverImage: z.string().nullable(),
    status: z.enum(POST_STATUSES),
    publishedAt: instantOut.nullable(),
    authorName: z.string().nullable(),
    tags: z.array(z.string()),
    metaTitle: z.string().nullable(),
    metaDescription: z.string().nullable(),
    marketingCampaignId: z.string().nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
    locale: z.string().optional().meta({ description: 'Present only when set.' }),
    translations: z
      .array(translation)
      .optional()
      .meta({ description: 'Other languages of the post, by language code; present only when there are some.' }),
  })
  .meta({ id: 'BlogPost' });
export type BlogPost = z.output<typeof blogPost>;

export const byId = z.object({ id: idIn });
export const postOutput = z.object({ post: blogPost }).meta({ id: 'PostAnswer' });
export const listInput = z.object({ status: z.enum(POST_STATUSES).optional() });
export const listOutput = z.object({ posts: z.array(blogPost) });

/** The addresses of a part of an imported export, to find those that exist already. */
export const knownSlugsInput = z.object({ slugs: list(text(1, 160), 1000) });
export const knownSlugsOutput = z.object({ known: z.array(z.string()) });

export const publicListInput = z.object({ accountId: idIn });
const alternates = z
  .array(alternate)
  .optional()
  .meta({ description: 'Published translations, by language code; present only when there are some.' });
export const listedPost = blogPost
  .pick({
    id: true,
    slug: true,
    title: true,
    excerpt: true,
    coverImage: true,
    authorName: true,
    tags: true,
    publishedAt: true,
    locale: true,
  })
  .extend({ alternates });
export type ListedPost = z.output<typeof listedPost>;
export const publicListOutput = z.object({ posts: z.array(listedPost) });

/** An impossible slug gets the same answer as an unknown one. */
const slugIn = ofLength(z.string(), 160)
  .transform((sent) => (slug.safeParse(sent).success ? sent : ''))
  .meta({ jsonSchema: { type: 'string' } });
export const publicGetInput = z.object({ accountId: idIn, slug: slugIn });
export const publicPost = blogPost.omit({ updatedAt: true, translations: true }).extend({ alternates });
export type PublicPost = z.output<typeof publicPost>;
export const publicGetOutput = z.object({ post: publicPost });

export const overviewInput = z.object({
  limit: clampedInteger({ fallback: 25, min: 1, max: 100 }),
  cursor,
  status: z.enum(POST_STATES).optional(),
  q: text(0, 100).optional().meta({ description: 'Part of title, slug, author or a tag, in any case.' }),
});
export type OverviewInput = z.output<typeof overviewInput>;
export const postSummary = blogPost.omit({
  accountId: true,
  body: true,
  excerpt: true,
  metaTitle: true,
  metaDescription: true,
  marketingCampaignId: true,
  translations: true,
});
export type PostSummary = z.output<typeof postSummary>;
export const overviewOutput = z.object({
  items: z.array(postSummary),
  total: z.number(),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});

/** An unsaved post for a preview; its fields may be too long or incomplete for saving. */
export const previewInput = z.object({
  title: text(0, 1000),
  body: text(0, BODY_UNITS),
  slug: text(0, 1000).optional(),
  excerpt: text(0, 4000).nullish(),
  coverImage: text(0, 4000).nullish(),
  publishedAt: instantIn.nullish(),
  authorName: text(0, 1000).nullish(),
  tags: list(text(0, 1000), 1000).optional(),
  metaTitle: text(0, 1000).nullish(),
  metaDescription: text(0, 4000).nullish(),
  locale: localeIn.nullish(),
});
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({
  html: z.string().meta({ description: 'The whole document of the public page, with its style inside.' }),
  excerpt: z.string().meta({ description: 'What stands in for an excerpt that is left empty.' }),
});
export type Preview = z.output<typeof previewOutput>;

export const toBroadcastInput = z.object({
  id: idIn,
  provider: text(1, 100).nullish().meta({
    description: 'Provider that sends e-mail. Default: that of the e-mail channel connected first.',
    sample: 'email_p1',
  }),
});
export type ToBroadcastInput = z.output<typeof toBroadcastInput>;

export const previewLinkOutput = z.object({
  url: z.url().meta({ description: 'Address of the preview, which always shows the present post.' }),
  expiresAt: instantOut.meta({ description: 'End of the link, 7 days from now.' }),
});
export type PreviewLink = z.output<typeof previewLinkOutput>;
