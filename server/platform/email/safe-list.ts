/**
 * The permitted content of a compiled e-mail: every tag, attribute and CSS property, with the page that says which
 * programs support it. This list gives styles their types (styles.ts), and a test refuses everything else in compiled
 * e-mails. Supported means: by Outlook for Windows (Word's engine), Gmail and Apple Mail; if one of them lacks support,
 * the note says why that does no harm.
 *
 * Sources: caniemail.com, read as of June 2026 (github.com/hteumeuleu/caniemail, commit of 2026-06-29). `mso-*` and
 * conditional comments are Outlook's own:
 * learn.microsoft.com/en-us/previous-versions/office/office-12/aa338201(v=office.12).
 */

interface Support {
  /** The page on caniemail.com/features, or a whole address. */
  source: string;
  /** The attributes that the tag may carry, beside `class` and `style`. */
  attributes?: readonly string[];
  note?: string;
}

const TABLE = ['role', 'width', 'align', 'bgcolor', 'border', 'cellpadding', 'cellspacing'] as const;

/** The permitted tags with their attributes. */
export const SAFE_TAGS = {
  html: {
    source: 'html-lang',
    attributes: ['lang', 'dir', 'xmlns:o', 'xmlns:v'],
    note: 'Gmail drops it: lang and dir stand on the wrapping div too.',
  },
  head: { source: 'html-style' },
  meta: {
    source: 'html-meta-color-scheme',
    attributes: ['charset', 'name', 'content'],
    note: 'Names color-scheme to Apple Mail; the others ignore it.',
  },
  title: {
    source: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled',
    note: 'Read by screen readers and by the page "view in browser".',
  },
  style: {
    source: 'html-style',
    note: 'Only for what may be missing: narrow screens and dark scheme. Under 16 KB, no comments inside: Gmail.',
  },
  body: { source: 'html-body', note: 'Gmail makes it a div: its colour stands on the table inside as well.' },
  div: { source: 'html-div', attributes: ['role', 'lang', 'dir', 'aria-label'] },
  table: { source: 'html-table', attributes: TABLE },
  tr: { source: 'html-table' },
  td: { source: 'html-table', attributes: ['align', 'bgcolor', 'valign', 'height', 'width'] },
  h1: { source: 'html-h1-h6' },
  p: { source: 'html-p' },
  a: { source: 'html-mailto-links', attributes: ['href'] },
  img: { source: 'html-img', attributes: ['src', 'alt', 'width', 'height', 'border'] },
  br: { source: 'html-p' },
  span: { source: 'html-span' },
  strong: { source: 'html-strong' },
  em: {
    source: 'https://www.w3.org/TR/html401/struct/text.html#edef-EM',
    note: 'Of HTML 2, like strong; where it is dropped its words stay.',
  },
  ul: { source: 'html-lists' },
  ol: { source: 'html-lists', attributes: ['start'] },
  li: { source: 'html-lists' },
} as const satisfies Record<string, Support>;

/** Properties of style attributes. */
export const SAFE_PROPERTIES = {
  'background-color': { source: 'css-background-color' },
  border: { source: 'css-border', note: 'Outlook: on table cells and images, up to 8 px.' },
  'border-radius': { source: 'css-border-radius', note: 'Outlook for Windows shows square corners.' },
  'border-top': { source: 'css-border' },
  color: { source: 'https://www.campaignmonitor.com/css/color-background/color/' },
  display: {
    source: 'css-display',
    note: 'Outlook knows none only; block and inline-block are what the tag would be there anyhow.',
  },
  font: { source: 'css-font' },
  'font-size': { source: 'css-font-size' },
  height: { source: 'css-height', note: 'On cells and images only: Outlook.' },
  'line-height': { source: 'css-line-height', note: 'With mso-line-height-rule for Outlook.' },
  margin: { source: 'css-margin', note: 'Whole and positive, on p, h1, lists and body.' },
  'max-height': { source: 'css-max-height', note: 'On the hidden preheader, which Outlook hides by mso-hide.' },
  'max-width': { source: 'css-max-width', note: 'Outlook: on tables only; images have a width attribute for it.' },
  overflow: { source: 'css-overflow', note: 'On the hidden preheader, as max-height.' },
  padding: {
    source: 'css-padding',
    note: "Outlook: on cells only. On the button's link the cell has mso-padding-alt for it.",
  },
  'text-align': { source: 'css-text-align' },
  'text-decoration': { source: 'css-text-decoration' },
  'vertical-align': { source: 'css-vertical-align' },
  width: { source: 'css-width', note: 'Outlook: on tables, cells and images.' },
  'word-break': {
    source: 'css-word-break',
    note: "Keeps a long word from widening a phone's screen; elsewhere it may overflow.",
  },
  'mso-hide': {
    source: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
    note: "Outlook's own.",
  },
  'mso-line-height-rule': { source: 'css-line-height', note: "Outlook's own." },
  'mso-padding-alt': { source: 'https://www.goodemailcode.com/email-code/link-button', note: "Outlook's own." },
} as const satisfies Record<string, Support>;
export type SafeProperty = keyof typeof SAFE_PROPERTIES;

/** The at-rules of the style elements; the e-mail is readable without any of them. */
export const SAFE_AT_RULES = {
  '@media (max-width:480px)': { source: 'css-at-media', note: 'Outlook for Windows has no narrow screens.' },
  '@media (prefers-color-scheme:dark)': {
    source: 'css-at-media-prefers-color-scheme',
    note: 'Gmail makes it @media none; so it stands in a style element of its own.',
  },
} as const satisfies Record<string, Support>;

/** The properties that only style elements may use, beside those above. */
export const SAFE_STYLE_PROPERTIES = {
  'color-scheme': { source: 'css-color-scheme', note: 'Apple Mail then keeps its hands off our colours.' },
  'padding-left': { source: 'css-padding' },
  'padding-right': { source: 'css-padding' },
} as const satisfies Record<string, Support>;
