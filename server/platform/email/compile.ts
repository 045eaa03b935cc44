/**
 * Compiles block documents into e-mails (docs/contract/broadcasts.md#block-document): HTML of tables and inline styles
 * that Outlook, Gmail and Apple Mail show alike (safe-list.ts), and a complete plain text. One pass over the blocks.
 * Pure, so that a save, a preview and a test get the same. A merchant's text is escaped; merge tags stay as they are.
 */
import { escapeHtml } from '@/server/platform/email/escape';
import { markdownParts } from '@/server/platform/email/markdown';
import { filled, given, line, paragraphsHtml, plain, row, TABLE, type Parts } from '@/server/platform/email/markup';
import { codeParts, productParts, type ShownCode, type ShownProduct } from '@/server/platform/email/shop-blocks';
import { socialParts } from '@/server/platform/email/social';
import {
  accent,
  COLUMN_STYLES,
  PAGE,
  spacer,
  STYLES,
  WIDTH,
  type Accent,
  type Look,
} from '@/server/platform/email/styles';
import { EMAIL_WORDS } from '@/server/platform/email/words';
import type { Language } from '@/server/platform/lib/language';
import { DEFAULT_ACCENT, type Block, type BlockDocument } from '@/server/platform/email/blocks-schema';

export interface CompileOptions {
  /** The language in which the e-mail is announced to screen readers, and of the few words that we add. */
  language: Language;
  /** Upload key → public address, for every key in the document. */
  assets: ReadonlyMap<string, string>;
  /** By externalRef; a block whose product is missing here is left out. */
  products: ReadonlyMap<string, ShownProduct>;
  /** By id; a block whose code is missing here is left out. */
  codes: ReadonlyMap<string, ShownCode>;
  /** True to mark each block with its path, `data-block="blocks.2"`. Stored and sent e-mails never have marks. */
  marks?: boolean;
}

export interface CompiledEmail {
  html: string;
  text: string;
}

/** Fills the preview line of mail programs, so that they show no text from after the preheader. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);
/** A table for Outlook on Windows, which reads widths only from the attributes of tables. */
const GHOST = `<!--[if mso]><table ${TABLE} width="${WIDTH}" align="center"><tr><td><![endif]-->`;
const GHOST_END = '<!--[if mso]></td></tr></table><![endif]-->';
const SPACE = `<tr><td style="${STYLES.space}" height="24">&nbsp;</td></tr>`;

interface Frame extends CompileOptions {
  accent: Accent;
  look: Look;
}

function headerHtml(logo: string | undefined, name: string, look: Look): string {
  if (logo === undefined) return name === '' ? '' : row(look.header, 'p t', escapeHtml(name));
  // Beside its name a logo says nothing of its own.
  const image = `<img src="${escapeHtml(logo)}" alt="" height="40" border="0" style="${look.logo}">`;
  return row(
    look.header,
    'p t',
    name === '' ? image : `${image}&nbsp; <span style="${look.name}">${escapeHtml(name)}</span>`,
  );
}

function imageHtml(source: string, alt: string, href: string, look: Look): string {
  const image = `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" width="${look.width}" border="0" class="i" style="${look.image}">`;
  return row(
    look.picture,
    'p s',
    href === '' ? image : `<a href="${escapeHtml(href)}" class="s" style="${look.pictureLink}">${image}</a>`,
  );
}

function buttonHtml(label: string, url: string, { colour, buttonCell, button }: Accent, look: Look): string {
  const link = `<a class="k" href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a>`;
  return row(
    look.action,
    'p',
    `<table ${TABLE}><tr><td class="k" align="center" bgcolor="${colour}" style="${buttonCell}">${link}</td></tr></table>`,
  );
}

function footerHtml(
  text: string,
  address: string,
  unsubscribeUrl: string,
  { language, look }: Pick<Frame, 'language' | 'look'>,
): string {
  const words =
    paragraphsHtml(text, look.footerParagraph, look.footerParagraph) +
    paragraphsHtml(address, look.footerParagraph, look.footerParagraph);
  const link =
    unsubscribeUrl === ''
      ? ''
      : `<p style="${look.lastParagraph}"><a class="s" href="${escapeHtml(unsubscribeUrl)}" style="${look.footerLink}">${EMAIL_WORDS[language].unsubscribe}</a></p>`;
  return words + link === '' ? '' : row(look.footer, 'p s', words + link);
}

function textParts(body: string, isMarkdown: boolean, look: Look): Parts {
  if (!isMarkdown)
    return [row(look.text, 'p t', paragraphsHtml(body, look.paragraph, look.lastParagraph)), plain(body)];
  const [html, text] = markdownParts(body, { ...look, linkAttributes: `class="t" style="${look.link}"` });
  return [row(look.text, 'p t', html), text];
}

/** Renders two cells side by side; phones stack them. */
function columnsParts(columns: Extract<Block, { kind: 'columns' }>['columns'], frame: Frame, path: string): Parts {
  const inside = { ...frame, look: COLUMN_STYLES };
  const parts = columns.map(({ blocks }, side) =>
    blocks.map((block, place) => blockParts(block, inside, `${path}.columns.${side}.blocks.${place}`)),
  );
  const cells = parts.map(
    (column) =>
      `<td class="w" width="50%" valign="top" style="${STYLES.column}"><table ${TABLE} width="100%" style="${STYLES.full}">${column.map(([html]) => html).join('')}</table></td>`,
  );
  return [
    row(STYLES.columns, 'q', `<table ${TABLE} width="100%" style="${STYLES.full}"><tr>${cells.join('')}</tr></table>`),
    filled(
      parts.flatMap((column) => column.map(([, text]) => text)),
      '\n\n',
    ),
  ];
}

/** Renders a block as HTML and as text, with its mark if marks are wanted. */
function blockParts(block: Block, frame: Frame, path: string): Parts {
  const [html, text] = plainParts(block, frame, path);
  return [frame.marks === true ? html.replace(/^<tr/, `<tr data-block="${path}"`) : html, text];
}

/** Renders a block as HTML and as text; an empty text adds nothing to the text part. */
function plainParts(block: Block, frame: Frame, path: string): Parts {
  const { look, language, assets } = frame;
  switch (block.kind) {
    case 'header': {
      const name = line(block.brandName);
      return [headerHtml(assets.get(given(block.logoKey)), name, look), name];
    }
    case 'hero': {
      const [title, subtitle] = [line(block.title), line(block.subtitle)];
      const html = `<h1 class="h t" style="${look.title}">${escapeHtml(title)}</h1>${subtitle === '' ? '' : `<p class="s" style="${look.subtitle}">${escapeHtml(subtitle)}</p>`}`;
      return [
        row(look.hero, 'p', html),
        `${title}\n${'='.repeat(Math.min(title.length, 60))}${subtitle === '' ? '' : `\n${subtitle}`}`,
      ];
    }
    case 'text':
      return textParts(block.body, block.format === 'markdown', look);
    case 'cta': {
      const label = line(block.label);
      return [buttonHtml(label, block.url, frame.accent, look), `${label}:\n${block.url}`];
    }
    case 'image': {
      const [alt, href] = [line(block.alt), given(block.href)];
      const source = assets.get(given(block.assetKey)) ?? given(block.src);
      return [source === '' ? '' : imageHtml(source, alt, href, look), filled([alt === '' ? '' : `[${alt}]`, href])];
    }
    case 'columns':
      return columnsParts(block.columns, frame, path);
    case 'product':
      return productParts(frame.products.get(block.externalRef), block.layout === 'row', language, look);
    case 'code':
      return codeParts(frame.codes.get(block.discountCodeId), look);
    case 'social':
      return socialParts(block.links, look);
    case 'divider':
      return [
        row(
          look.rule,
          'p',
          `<table ${TABLE} width="100%"><tr><td class="l" height="1" style="${look.line}">&nbsp;</td></tr></table>`,
        ),
        '----------',
      ];
    case 'spacer':
      return [`<tr><td style="${spacer(block.height)}" height="${block.height}">&nbsp;</td></tr>`, ''];
    case 'footer': {
      const [text, address, url] = [given(block.text), given(block.businessAddress), given(block.unsubscribeUrl)];
      const unsubscribe = url === '' ? '' : `${EMAIL_WORDS[language].unsubscribe}: ${url}`;
      return [footerHtml(text, address, url, frame), filled([plain(text), plain(address), unsubscribe], '\n\n')];
    }
  }
}

const rows = (html: readonly string[]): string => html.join('');

/** @param options the products and codes that the document names, found by compile-content.ts */
export function compileEmail(document: BlockDocument, options: CompileOptions): CompiledEmail {
  const colours = accent(document.accentColor ?? DEFAULT_ACCENT);
  const frame: Frame = { ...options, accent: colours, look: STYLES };
  const { blocks } = document;
  const html: string[] = [];
  const text: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const [markup, words] = blockParts(block, frame, `blocks.${index}`);
    html.push(markup);
    if (words !== '') text.push(words);
  }
  // What closes the e-mail stands under the card.
  let inCard = blocks.length;
  while (inCard > 0 && blocks[inCard - 1]?.kind === 'footer') inCard--;

  const subject = escapeHtml(line(document.subject));
  const preheader = escapeHtml(line(document.preheader));
  const language = `lang="${options.language}" dir="ltr"`;
  return {
    html:
      `<!doctype html><html ${language} xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no">` +
      `<title>${subject}</title>${colours.head}</head><body class="b" style="${STYLES.body}">` +
      (preheader === '' ? '' : `<div style="${STYLES.preheader}">${preheader}${FILLER}</div>`) +
      `<div role="article" aria-label="${subject}" ${language}><table class="b" ${TABLE} width="100%" bgcolor="${PAGE}" style="${STYLES.page}"><tr><td align="center" style="${STYLES.outer}">${GHOST}` +
      `<table class="c" ${TABLE} width="100%" bgcolor="#ffffff" style="${STYLES.card}"><tr><td style="${colours.bar}" height="20">&nbsp;</td></tr>${rows(html.slice(0, inCard))}${SPACE}</table>` +
      `<table ${TABLE} width="100%" style="${STYLES.below}">${SPACE}${rows(html.slice(inCard))}</table>` +
      `${GHOST_END}</td></tr></table></div></body></html>`,
    text: text.length === 0 ? '' : `${text.join('\n\n')}\n`,
  };
}
