/** The block document of e-mails (2 §2.6, 4 §G). The dashboard's editor uses the same schema and limits. */
import { z } from 'zod';
import { isImageSource, isLink } from '@/server/email/addresses';
import { text } from '@/server/lib/fields';

export const BLOCK_KINDS = ['header', 'hero', 'text', 'cta', 'image', 'divider', 'footer'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** UTF-16 units, but for `blocks`. Above what anybody reads in an e-mail, below what would make one too large. */
export const BLOCK_LIMITS = {
  blocks: 40,
  subject: 255,
  preheader: 255,
  brandName: 120,
  title: 300,
  subtitle: 600,
  body: 10_000,
  label: 120,
  url: 2000,
  alt: 500,
  footer: 2000,
  businessAddress: 500,
  key: 200,
} as const;
/** Gmail cuts off what is larger (102 KB); 2 §2.6 and issue 3 ask for less. */
export const MAX_HTML_BYTES = 100_000;
export const DEFAULT_ACCENT = '#0f766e';

const LINK = 'must be an http, https or mailto address, or exactly one known merge tag';
/** An empty text is what an empty field of a form sends: no address. */
const link = text(1, BLOCK_LIMITS.url).refine(isLink, { error: LINK });
const optionalLink = text(0, BLOCK_LIMITS.url)
  .refine((value) => value === '' || isLink(value), { error: LINK })
  .nullish();
const source = text(0, BLOCK_LIMITS.url)
  .refine((value) => value === '' || isImageSource(value), {
    error: 'must be an http or https address, or exactly one known merge tag',
  })
  .nullish();
const key = text(0, BLOCK_LIMITS.key).nullish();
const words = (max: number) => text(0, max).nullish();
const needed = (max: number) => text(1, max).refine((value) => value.trim() !== '', { error: 'must not be blank' });

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header'), logoKey: key, brandName: words(BLOCK_LIMITS.brandName) }),
  z.object({ kind: z.literal('hero'), title: needed(BLOCK_LIMITS.title), subtitle: words(BLOCK_LIMITS.subtitle) }),
  z.object({ kind: z.literal('text'), body: needed(BLOCK_LIMITS.body) }),
  z.object({ kind: z.literal('cta'), label: needed(BLOCK_LIMITS.label), url: link }),
  z
    .object({
      kind: z.literal('image'),
      assetKey: key,
      src: source,
      alt: text(0, BLOCK_LIMITS.alt),
      href: optionalLink,
    })
    .refine(({ assetKey, src }) => (assetKey ?? '') !== '' || (src ?? '') !== '', {
      path: ['src'],
      error: 'assetKey or src is needed',
    }),
  z.object({ kind: z.literal('divider') }),
  z.object({
    kind: z.literal('footer'),
    text: words(BLOCK_LIMITS.footer),
    businessAddress: words(BLOCK_LIMITS.businessAddress),
    unsubscribeUrl: optionalLink,
  }),
]);
export type Block = z.output<typeof block>;

const fields = {
  subject: words(BLOCK_LIMITS.subject).meta({ example: 'Kopi baru dari Gayo' }),
  preheader: words(BLOCK_LIMITS.preheader).meta({
    description: 'What mail programs show beside the subject; hidden in the e-mail itself.',
  }),
  accentColor: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #0f766e')
    .nullish()
    .meta({ description: 'Of buttons. The colour of their words follows from it.', example: '#0f766e' }),
  blocks: z
    .array(block)
    .max(BLOCK_LIMITS.blocks)
    .meta({
      id: 'EmailBlocks',
      example: [
        { kind: 'hero', title: 'Kopi baru dari Gayo' },
        { kind: 'text', body: 'Halo {firstName}, panen madu sudah tiba.' },
        { kind: 'cta', label: 'Lihat', url: 'https://tokoanda.co.id/gayo' },
      ],
    }),
};

export const blockDocument = z.object(fields).meta({
  id: 'EmailDocument',
  description:
    'Kinds: header { logoKey, brandName }, hero { title, subtitle }, text { body }, cta { label, url }, image { assetKey or src, alt, href? }, divider, footer { text, businessAddress, unsubscribeUrl }.',
});
export type BlockDocument = z.output<typeof blockDocument>;
