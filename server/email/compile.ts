/**
 * Block documents → e-mails (2 §2.6): HTML of tables and inline styles that Outlook, Gmail and Apple Mail show alike
 * (safe-list.ts), and a text that is good on its own. One pass over the blocks; pure, so it runs the same for a save,
 * a preview and a test. Whatever a merchant wrote is escaped; merge tags stay literal.
 */
import { escapeHtml, oneLine, paragraphs } from '@/server/email/escape';
import { accent, INNER_WIDTH, PAGE, STYLES as S, WIDTH, type Accent } from '@/server/email/styles';
import { DEFAULT_ACCENT, type Block, type BlockDocument } from '@/server/resources/broadcasts/blocks-schema';

export const EMAIL_LANGUAGES = ['en', 'id'] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

export interface CompileOptions {
  /** What the e-mail is announced in to screen readers, and the few words that we add. */
  language: EmailLanguage;
  /** Upload key → public address, for every key in the document. */
  assets: ReadonlyMap<string, string>;
}

export interface CompiledEmail {
  html: string;
  text: string;
}

const UNSUBSCRIBE: Record<EmailLanguage, string> = { en: 'Unsubscribe', id: 'Berhenti berlangganan' };

/** Keeps mail programs from filling the preview line with what comes after the preheader. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/** Outlook for Windows takes widths of tables from their attributes only. */
const GHOST = `<!--[if mso]><table ${TABLE} width="${WIDTH}" align="center"><tr><td><![endif]-->`;
const GHOST_END = '<!--[if mso]></td></tr></table><![endif]-->';
const SPACE = `<tr><td style="${S.space}" height="24">&nbsp;</td></tr>`;

interface Frame {
  accent: Accent;
  language: EmailLanguage;
  assets: ReadonlyMap<string, string>;
}

const given = (value: string | null | undefined): string => value ?? '';
const line = (value: string | null | undefined): string => oneLine(given(value));
/** An address is checked by the schema and has no line breaks. */
const row = (style: string, classes: string, content: string): string =>
  `<tr><td class="${classes}" style="${style}">${content}</td></tr>`;

function paragraphsHtml(text: string, style: string, lastStyle: string): string {
  const all = paragraphs(text);
  return all
    .map(
      (each, index) =>
        `<p style="${index === all.length - 1 ? lastStyle : style}">${each.map(escapeHtml).join('<br>')}</p>`,
    )
    .join('');
}

function headerHtml(logo: string | undefined, name: string): string {
  if (logo === undefined) return name === '' ? '' : row(S.header, 'p t', escapeHtml(name));
  // Beside its name a logo says nothing of its own.
  const image = `<img src="${escapeHtml(logo)}" alt="" height="40" border="0" style="${S.logo}">`;
  return row(
    S.header,
    'p t',
    name === '' ? image : `${image}&nbsp; <span style="${S.name}">${escapeHtml(name)}</span>`,
  );
}

function imageHtml(source: string, alt: string, href: string): string {
  const image = `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" width="${INNER_WIDTH}" border="0" style="${S.image}">`;
  return row(
    S.picture,
    'p s',
    href === '' ? image : `<a href="${escapeHtml(href)}" class="s" style="${S.pictureLink}">${image}</a>`,
  );
}

function buttonHtml(label: string, url: string, { colour, buttonCell, button }: Accent): string {
  const link = `<a class="k" href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a>`;
  return row(
    S.action,
    'p',
    `<table ${TABLE}><tr><td class="k" align="center" bgcolor="${colour}" style="${buttonCell}">${link}</td></tr></table>`,
  );
}

function footerHtml(text: string, address: string, unsubscribeUrl: string, language: EmailLanguage): string {
  const words =
    paragraphsHtml(text, S.footerParagraph, S.footerParagraph) +
    paragraphsHtml(address, S.footerParagraph, S.footerParagraph);
  const link =
    unsubscribeUrl === ''
      ? ''
      : `<p style="${S.lastParagraph}"><a class="s" href="${escapeHtml(unsubscribeUrl)}" style="${S.footerLink}">${UNSUBSCRIBE[language]}</a></p>`;
  return words + link === '' ? '' : row(S.footer, 'p s', words + link);
}

const plain = (text: string): string =>
  paragraphs(text)
    .map((each) => each.join('\n'))
    .join('\n\n');

/** A block in both forms; an empty text adds nothing to the text part. */
function blockParts(block: Block, { accent: look, language, assets }: Frame): [html: string, text: string] {
  switch (block.kind) {
    case 'header': {
      const name = line(block.brandName);
      return [headerHtml(assets.get(given(block.logoKey)), name), name];
    }
    case 'hero': {
      const [title, subtitle] = [line(block.title), line(block.subtitle)];
      const html = `<h1 class="h t" style="${S.title}">${escapeHtml(title)}</h1>${subtitle === '' ? '' : `<p class="s" style="${S.subtitle}">${escapeHtml(subtitle)}</p>`}`;
      return [
        row(S.hero, 'p', html),
        `${title}\n${'='.repeat(Math.min(title.length, 60))}${subtitle === '' ? '' : `\n${subtitle}`}`,
      ];
    }
    case 'text':
      return [row(S.text, 'p t', paragraphsHtml(block.body, S.paragraph, S.lastParagraph)), plain(block.body)];
    case 'cta': {
      const label = line(block.label);
      return [buttonHtml(label, block.url, look), `${label}:\n${block.url}`];
    }
    case 'image': {
      const [alt, href] = [line(block.alt), given(block.href)];
      const source = assets.get(given(block.assetKey)) ?? given(block.src);
      return [
        imageHtml(source, alt, href),
        [alt === '' ? '' : `[${alt}]`, href].filter((part) => part !== '').join('\n'),
      ];
    }
    case 'divider':
      return [
        row(
          S.rule,
          'p',
          `<table ${TABLE} width="100%"><tr><td class="l" height="1" style="${S.line}">&nbsp;</td></tr></table>`,
        ),
        '----------',
      ];
    case 'footer': {
      const [text, address, url] = [given(block.text), given(block.businessAddress), given(block.unsubscribeUrl)];
      const words = [plain(text), plain(address), url === '' ? '' : `${UNSUBSCRIBE[language]}: ${url}`]
        .filter((part) => part !== '')
        .join('\n\n');
      return [footerHtml(text, address, url, language), words];
    }
  }
}

const rows = (html: readonly string[]): string => html.join('');

/** @param options.assets holds every key of the document; compile-content.ts looks them up. */
export function compileEmail(document: BlockDocument, options: CompileOptions): CompiledEmail {
  const look = accent(document.accentColor ?? DEFAULT_ACCENT);
  const frame: Frame = { accent: look, language: options.language, assets: options.assets };
  const { blocks } = document;
  const html: string[] = [];
  const text: string[] = [];
  for (const block of blocks) {
    const [markup, words] = blockParts(block, frame);
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
      `<title>${subject}</title>${look.head}</head><body class="b" style="${S.body}">` +
      (preheader === '' ? '' : `<div style="${S.preheader}">${preheader}${FILLER}</div>`) +
      `<div role="article" aria-label="${subject}" ${language}><table class="b" ${TABLE} width="100%" bgcolor="${PAGE}" style="${S.page}"><tr><td align="center" style="${S.outer}">${GHOST}` +
      `<table class="c" ${TABLE} width="100%" bgcolor="#ffffff" style="${S.card}"><tr><td style="${look.bar}" height="20">&nbsp;</td></tr>${rows(html.slice(0, inCard))}${SPACE}</table>` +
      `<table ${TABLE} width="100%" style="${S.below}">${SPACE}${rows(html.slice(inCard))}</table>` +
      `${GHOST_END}</td></tr></table></div></body></html>`,
    text: text.length === 0 ? '' : `${text.join('\n\n')}\n`,
  };
}
