/**
 * The guides of `/docs/en` and `/docs/id` (docs/site/guides): Markdown with the words of the dashboard in it, made into
 * pages once as the process starts, and a list of all words for the search.
 *
 * `{{channels:connect.action}}` stands for the text of that name in app/i18n/<language>/channels.json: a guide names a
 * button as the dashboard does, or the start fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Language } from '@/server/platform/lib/language';
import { LANGUAGES } from '@/server/platform/lib/language';
import { isRecord } from '@/server/platform/lib/narrow';
import { packageRoot } from '@/server/platform/lib/package-root';

const GUIDES = path.join(packageRoot, 'docs', 'site', 'guides');
const TEXTS = path.join(packageRoot, 'app', 'i18n');

/** The guides, in the order in which a beginner would read them. */
const ORDER = [
  'first-send',
  'reach-the-inbox',
  'connect-a-shop',
  'cart-reminders',
  'sign-up-forms',
  'test-a-subject',
  'what-brings-revenue',
  'codes-in-batches',
  'referrals',
  'events',
  'product-feed',
  'from-klaviyo',
  'from-mailchimp',
  'from-listmonk',
  'from-voucherify',
  'move-a-blog',
  'write-in-two-languages',
  'trust-the-log',
  'secure-your-account',
] as const;

const WORDS: Record<
  Language,
  { title: string; lead: string; search: string; nothing: string; reference: string; other: string }
> = {
  en: {
    title: 'Guides',
    lead: 'What to do, step by step.',
    search: 'Search the guides',
    nothing: 'Nothing found.',
    reference: 'API reference',
    other: 'Bahasa Indonesia',
  },
  id: {
    title: 'Panduan',
    lead: 'Cara memakai Laris, langkah demi langkah.',
    search: 'Cari di panduan',
    nothing: 'Tidak ada yang cocok.',
    reference: 'Referensi API',
    other: 'English',
  },
};

interface Guide {
  slug: string;
  title: string;
  /** The line below the title. */
  summary: string;
  /** Markdown below the summary, with the dashboard's words. */
  body: string;
  /** The body as HTML. */
  main: string;
}

export interface GuidePage {
  /** Below `/docs`. */
  address: string;
  body: string;
  type: 'html' | 'json';
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

const escaped = (text: string): string => markdown.utils.escapeHtml(text);

/** The texts of a file of the dashboard. */
const textsOf = (language: Language, file: string): unknown =>
  JSON.parse(readFileSync(path.join(TEXTS, language, `${file}.json`), 'utf8'));

/** A text of the dashboard. @throws Error for a name that is no text there */
function label(texts: unknown, file: string, name: string): string {
  const found = name.split('.').reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), texts);
  if (typeof found !== 'string') throw new Error(`The guides name a text that there is not: ${file}:${name}.`);
  return found;
}

const read = new Map<Language, readonly Guide[]>();

/**
 * Returns the guides of a language; a process reads them once, because a test starts hundreds of servers. @throws Error
 * when a guide is missing
 */
function guidesOf(language: Language): readonly Guide[] {
  const known = read.get(language);
  if (known !== undefined) return known;
  const there = readdirSync(path.join(GUIDES, language)).map((name) => name.replace(/\.md$/, ''));
  const unknown = there.find((slug) => !ORDER.some((ordered) => ordered === slug));
  if (unknown !== undefined) throw new Error(`The guide ${unknown} stands in no order (server/doors/guides.ts).`);
  const files = new Map<string, unknown>();
  const guides = ORDER.map((slug): Guide => {
    const source = readFileSync(path.join(GUIDES, language, `${slug}.md`), 'utf8').replaceAll(
      /\{\{([a-z-]+):([\w.]+)\}\}/g,
      (_, file: string, name: string) => {
        if (!files.has(file)) files.set(file, textsOf(language, file));
        return label(files.get(file), file, name);
      },
    );
    const [head = '', summary = '', ...rest] = source.split('\n');
    const body = rest.join('\n');
    return { slug, title: head.replace(/^# /, ''), summary, body, main: markdown.render(body) };
  });
  read.set(language, guides);
  return guides;
}

interface Frame {
  language: Language;
  title: string;
  summary: string;
  /** Below `/docs`, in this language and in the other. */
  address: string;
  otherAddress: string;
  main: string;
  current?: string;
}

function pageOf(
  baseUrl: string,
  guides: readonly Guide[],
  { language, title, summary, address, otherAddress, main, current }: Frame,
): string {
  const words = WORDS[language];
  const other: Language = language === 'en' ? 'id' : 'en';
  const links = guides
    .map(({ slug, title: name }) => {
      const here = slug === current ? ' aria-current="page"' : '';
      return `<li><a href="/docs/${language}/${slug}"${here}>${escaped(name)}</a></li>`;
    })
    .join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Laris</title>
<meta name="description" content="${escaped(summary)}">
<link rel="alternate" hreflang="${language}" href="${baseUrl}/docs${address}">
<link rel="alternate" hreflang="${other}" href="${baseUrl}/docs${otherAddress}">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/theme.js"></script>
<script src="/docs/search.js" type="module"></script>
</head>
<body>
<header>
<a href="/">Laris</a>
<nav aria-label="${words.title}"><a href="/docs/${language}">${words.title}</a><a href="/docs">${words.reference}</a><a href="/docs${otherAddress}" lang="${other}" hreflang="${other}">${words.other}</a></nav>
</header>
<div class="guides">
<aside>
<search><label>${words.search} <input type="search" id="search" data-index="/docs/${language}/index.json" data-nothing="${words.nothing}" autocomplete="off"></label><ul id="found" aria-live="polite"></ul></search>
<nav aria-label="${words.title}: ${escaped(words.lead)}"><ul>${links}</ul></nav>
</aside>
<main><h1>${escaped(title)}</h1><p class="lead">${escaped(summary)}</p>
${main}</main>
</div>
</body>
</html>
`;
}

/**
 * Returns every page of the guides, with the words that the search uses. @throws Error when a page is missing in a
 * language
 */
export function guidePages(baseUrl: string): GuidePage[] {
  return LANGUAGES.flatMap((language): GuidePage[] => {
    const guides = guidesOf(language);
    const other: Language = language === 'en' ? 'id' : 'en';
    const words = WORDS[language];
    const list = guides
      .map(
        ({ slug, title, summary }) =>
          `<li><a href="/docs/${language}/${slug}">${escaped(title)}</a><p>${escaped(summary)}</p></li>`,
      )
      .join('');
    return [
      {
        address: `/${language}`,
        type: 'html',
        body: pageOf(baseUrl, guides, {
          language,
          title: words.title,
          summary: words.lead,
          address: `/${language}`,
          otherAddress: `/${other}`,
          main: `<ul class="cards">${list}</ul>`,
        }),
      },
      {
        address: `/${language}/index.json`,
        type: 'json',
        body: JSON.stringify(
          guides.map(({ slug, title, summary, body }) => ({
            address: `/docs/${language}/${slug}`,
            title,
            summary,
            text: body.replaceAll(/[#*`|>[\]()]/g, ' ').replaceAll(/\s+/g, ' '),
          })),
        ),
      },
      ...guides.map(({ slug, title, summary, main }): GuidePage => ({
        address: `/${language}/${slug}`,
        type: 'html',
        body: pageOf(baseUrl, guides, {
          language,
          title,
          summary,
          address: `/${language}/${slug}`,
          otherAddress: `/${other}/${slug}`,
          main,
          current: slug,
        }),
      })),
    ];
  });
}
