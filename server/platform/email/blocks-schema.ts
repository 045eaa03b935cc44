/**
 * The block document of e-mails (docs/contract/broadcasts.md#block-document). The dashboard's editor uses the same
 * schema and limits.
 */
import * as z from 'zod';
import { isImageSource, isLink } from '@/server/platform/email/addresses';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { atLeastOne, withRule } from '@/server/platform/lib/field-rules';
import { foreignId, idIn, text } from '@/server/platform/lib/fields';

/** The kinds of blocks in the order in which the editor offers them, from the head of a letter to its foot. */
export const BLOCK_KINDS = [
  'header',
  'hero',
  'text',
  'cta',
  'image',
  'columns',
  'product',
  'code',
  'social',
  'divider',
  'spacer',
  'footer',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The layouts of a product in an e-mail: the picture above the text, or beside it. */
export const PRODUCT_LAYOUTS = ['card', 'row'] as const;
export const SOCIAL_NETWORKS = [
  'instagram',
  'facebook',
  'tiktok',
  'whatsapp',
  'x',
  'threads',
  'youtube',
  'pinterest',
  'linkedin',
  'telegram',
  'line',
] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];
/** The names of networks, spelled as each network does. */
export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  threads: 'Threads',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  telegram: 'Telegram',
  line: 'LINE',
};

/**
 * Limits in UTF-16 units; `blocks` is a number. They are above what anybody reads in an e-mail, and below what would
 * make it too large.
 */
export const BLOCK_LIMITS = {
  blocks: 40,
  /** The largest number of blocks in one column. */
  columnBlocks: 6,
  /** The largest number of neighbouring blocks that are saved under one name. */
  savedBlocks: 10,
  socialLinks: 8,
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
/** Pixels. */
export const SPACER = { min: 8, usual: 24, max: 64 } as const;
/** The largest HTML in bytes: Gmail cuts off e-mails above 102 KB. */
export const MAX_HTML_BYTES = 100_000;
export const DEFAULT_ACCENT = '#0f766e';

const LINK = 'must be an http, https or mailto address, or exactly one known merge tag';
/** An address; '' means none, because an empty field of a form sends that. */
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

const simpleKinds = [
  z.object({ kind: z.literal('header'), logoKey: key, brandName: words(BLOCK_LIMITS.brandName) }),
  z.object({ kind: z.literal('hero'), title: needed(BLOCK_LIMITS.title), subtitle: words(BLOCK_LIMITS.subtitle) }),
  z.object({
    kind: z.literal('text'),
    body: needed(BLOCK_LIMITS.body),
    format: z.literal('markdown').nullish().meta({
      description: 'Markdown allows bold, italic, links and lists. Default: plain text.',
    }),
  }),
  z.object({ kind: z.literal('cta'), label: needed(BLOCK_LIMITS.label), url: link }),
  withRule(
    z.object({
      kind: z.literal('image'),
      assetKey: key,
      src: source,
      alt: text(0, BLOCK_LIMITS.alt),
      href: optionalLink,
    }),
    atLeastOne('assetKey', 'src'),
    { path: 'src', error: 'must be sent unless assetKey is' },
  ),
  z.object({
    kind: z.literal('product'),
    externalRef: foreignId.meta({
      description: 'Id of a product from the shop, shown as it is at the time of sending.',
    }),
    layout: z.enum(PRODUCT_LAYOUTS).nullish().meta({ description: 'Default: card.' }),
  }),
  z.object({
    kind: z.literal('code'),
    discountCodeId: idIn.meta({ description: 'Discount code, shown with its terms at the time of sending.' }),
  }),
  z.object({
    kind: z.literal('social'),
    links: list(z.object({ network: z.enum(SOCIAL_NETWORKS), url: link }), BLOCK_LIMITS.socialLinks).min(1),
  }),
  z.object({ kind: z.literal('divider') }),
  z.object({
    kind: z.literal('spacer'),
    height: z.int().min(SPACER.min).max(SPACER.max).meta({ description: 'Height in pixels.', sample: SPACER.usual }),
  }),
  z.object({
    kind: z.literal('footer'),
    text: words(BLOCK_LIMITS.footer),
    businessAddress: words(BLOCK_LIMITS.businessAddress),
    unsubscribeUrl: optionalLink,
  }),
] as const;

const simpleBlock = z.discriminatedUnion('kind', simpleKinds).meta({ id: 'EmailBlock' });
export type SimpleBlock = z.output<typeof simpleBlock>;

const column = z.object({ blocks: list(simpleBlock, BLOCK_LIMITS.columnBlocks).min(1) });
export const emailBlock = z.discriminatedUnion('kind', [
  simpleBlock,
  z.object({
    kind: z.literal('columns'),
    columns: list(column, 2).min(2).meta({ description: 'Two columns, shown one under the other on phones.' }),
  }),
]);
export type Block = z.output<typeof emailBlock>;

const fields = {
  subject: words(BLOCK_LIMITS.subject).meta({ sample: 'Kopi baru dari Gayo' }),
  preheader: words(BLOCK_LIMITS.preheader).meta({
    description: 'Text that mail programs show beside the subject; hidden in the e-mail itself.',
  }),
  accentColor: ofLength(z.string(), 7)
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #0f766e')
    .nullish()
    .meta({ description: 'Colour of buttons. The colour of their text follows from it.', sample: '#0f766e' }),
  blocks: list(emailBlock, BLOCK_LIMITS.blocks).meta({
    id: 'EmailBlocks',
    sample: [
      { kind: 'hero', title: 'Kopi baru dari Gayo' },
      { kind: 'text', body: 'Halo {firstName}, panen madu sudah tiba.' },
      { kind: 'cta', label: 'Lihat', url: 'https://tokoanda.co.id/gayo' },
    ],
  }),
};

export const blockDocument = z.object(fields).meta({
  id: 'EmailDocument',
  description:
    'Kinds: header { logoKey, brandName }, hero { title, subtitle }, text { body, format? }, cta { label, url }, image { assetKey or src, alt, href? }, columns { columns: two of { blocks } }, product { externalRef, layout? }, code { discountCodeId }, social { links: [{ network, url }] }, divider, spacer { height }, footer { text, businessAddress, unsubscribeUrl }.',
});
export type BlockDocument = z.output<typeof blockDocument>;

/** Lists every block with its path; blocks in columns come at their columns' place. */
export const blocksIn = ({ blocks }: BlockDocument): [block: SimpleBlock, path: string][] =>
  blocks.flatMap((block, index) =>
    block.kind === 'columns'
      ? block.columns.flatMap((side, which) =>
          side.blocks.map((inner, place): [SimpleBlock, string] => [
            inner,
            `blocks.${index}.columns.${which}.blocks.${place}`,
          ]),
        )
      : [[block, `blocks.${index}`]],
  );
