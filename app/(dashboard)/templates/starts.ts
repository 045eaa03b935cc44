/** The starts for a new template, in the person's language. */
import type { useTranslations } from 'next-intl';
import { isOneOf } from '@/server/platform/lib/narrow';
import { DEFAULT_ACCENT, type Block, type BlockDocument } from '@/server/platform/email/blocks-schema';

export const STARTS = ['launch', 'offer', 'letter', 'cart', 'thanks', 'blank'] as const;
export type Start = (typeof STARTS)[number];

export const isStart = (text: string | null): text is Start => isOneOf(STARTS, text);

type Words = ReturnType<typeof useTranslations<'templates.starts'>>;

const EMPTY: BlockDocument = { subject: '', preheader: '', accentColor: DEFAULT_ACCENT, blocks: [] };

/** Returns a sample text for a server that fills in no tags: nobody's name, the shop's, a code to write over. */
const withoutTags = (text: string, shop: string, code: string): string =>
  text
    .replaceAll(/,? \{firstName\}/g, '')
    .replaceAll('{brandName}', shop)
    .replaceAll('{discountCode}', code);

/**
 * @param shop the workspace's name, for the header and the footer
 * @param mergeTags whether this server fills in merge tags: without them there is no address for the button either
 */
export function startDocument(start: Start, shop: string, mergeTags: boolean, t: Words): BlockDocument {
  if (start === 'blank') return EMPTY;
  // The words hold merge tags, which are not the translation's own.
  const raw = (key: Parameters<Words['raw']>[0]): string => String(t.raw(key));
  const words = (part: 'subject' | 'preheader' | 'body' | 'button') => {
    const text = raw(`${start}.${part}`);
    return mergeTags ? text : withoutTags(text, shop, t('code'));
  };
  const header: Block = { kind: 'header', brandName: shop };
  const hero: Block[] =
    start === 'letter' ? [] : [{ kind: 'hero', title: raw(`${start}.title`), subtitle: raw(`${start}.subtitle`) }];
  const body: Block = { kind: 'text', body: words('body'), format: 'markdown' };
  const button = (url: string): Block[] => (mergeTags ? [{ kind: 'cta', label: words('button'), url }] : []);
  const footer: Block = { kind: 'footer', text: t('footer', { shop }), businessAddress: '', unsubscribeUrl: '' };
  const accents: Record<Exclude<Start, 'blank'>, string> = {
    launch: DEFAULT_ACCENT,
    offer: '#b45309',
    letter: '#1f2937',
    cart: '#1d4ed8',
    thanks: '#be185d',
  };
  const blocks: Record<Exclude<Start, 'blank'>, Block[]> = {
    launch: [header, ...hero, body, ...button('{productUrl}'), footer],
    offer: [
      header,
      ...hero,
      body,
      ...button('{productUrl}'),
      { kind: 'divider' },
      { kind: 'text', body: raw('offer.terms'), format: 'markdown' },
      footer,
    ],
    letter: [
      header,
      { kind: 'text', body: words('body'), format: 'markdown' },
      { kind: 'divider' },
      { kind: 'text', body: raw('letter.second'), format: 'markdown' },
      ...button('{productUrl}'),
      footer,
    ],
    cart: [header, ...hero, body, ...button('{cartUrl}'), footer],
    thanks: [header, ...hero, body, ...button('{productUrl}'), footer],
  };
  return {
    subject: words('subject'),
    preheader: words('preheader'),
    accentColor: accents[start],
    blocks: blocks[start],
  };
}
