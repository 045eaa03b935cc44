/** Every style of a compiled e-mail, as texts that are made once. */
import { contrast, sixDigits, standingOut, textOn } from '@/server/platform/email/colours';
import type { SafeProperty } from '@/server/platform/email/safe-list';

/** Writes a style attribute with properties of the list. */
const css = (declarations: Partial<Record<SafeProperty, string>>): string =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');

/** Points to no file: a font that has to be loaded is dropped by Gmail and Outlook. */
const FONT = "'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const WIDTH = 600;
/**
 * The space at each side of a block's content, in pixels; in a column half as much, because the columns add the other
 * half.
 */
const SIDE = 32;
const COLUMN_SIDE = SIDE / 2;

const LIGHT = {
  page: '#f4f4f2',
  card: '#ffffff',
  ink: '#1f2933',
  soft: '#5b6670',
  line: '#dcdfe3',
  edge: '#8a939c',
} as const;
const DARK = {
  page: '#131517',
  card: '#1e2124',
  ink: '#e8eaed',
  soft: '#a9b1ba',
  line: '#3a3f45',
  edge: '#7c858e',
} as const;
export const PAGE = LIGHT.page;

/** Returns the styles of parts with a distance to the sides. @param width of the content, in pixels */
const sided = (side: number, width: number) => ({
  header: css({ padding: `8px ${side}px`, font: `bold 18px/40px ${FONT}`, color: LIGHT.ink }),
  hero: css({ padding: `16px ${side}px 8px` }),
  text: css({ padding: `8px ${side}px`, font: `16px/26px ${FONT}`, color: LIGHT.ink }),
  action: css({ padding: `16px ${side}px` }),
  picture: css({ padding: `12px ${side}px`, font: `16px/24px ${FONT}`, color: LIGHT.soft }),
  image: css({
    display: 'block',
    width: '100%',
    'max-width': `${width}px`,
    height: 'auto',
    border: '0',
    'border-radius': '6px',
  }),
  product: css({ padding: `12px ${side}px`, font: `16px/24px ${FONT}`, color: LIGHT.ink }),
  code: css({ padding: `12px ${side}px` }),
  rule: css({ padding: `20px ${side}px` }),
  social: css({ padding: `12px ${side}px`, font: `14px/28px ${FONT}`, color: LIGHT.soft, 'text-align': 'center' }),
  footer: css({
    padding: `8px ${side}px`,
    font: `13px/20px ${FONT}`,
    color: LIGHT.soft,
    'text-align': 'center',
  }),
});

const COMMON = {
  body: css({ margin: '0', padding: '0', width: '100%', 'background-color': LIGHT.page }),
  preheader: css({ display: 'none', 'max-height': '0', overflow: 'hidden', 'mso-hide': 'all' }),
  page: css({ width: '100%', 'background-color': LIGHT.page }),
  outer: css({ padding: '24px 12px' }),
  card: css({
    width: '100%',
    'max-width': `${WIDTH}px`,
    'background-color': LIGHT.card,
    'border-radius': '8px',
    'word-break': 'break-word',
  }),
  below: css({ width: '100%', 'max-width': `${WIDTH}px`, 'word-break': 'break-word' }),
  space: css({ height: '24px', font: `1px/24px ${FONT}`, 'mso-line-height-rule': 'exactly' }),
  logo: css({ height: '40px', width: 'auto', border: '0', 'vertical-align': 'middle' }),
  name: css({ 'vertical-align': 'middle' }),
  title: css({ margin: '0', font: `bold 32px/38px ${FONT}`, color: LIGHT.ink }),
  subtitle: css({ margin: '12px 0 0', font: `18px/28px ${FONT}`, color: LIGHT.soft }),
  paragraph: css({ margin: '0 0 12px' }),
  lastParagraph: css({ margin: '0' }),
  list: css({ margin: '0 0 12px 24px', padding: '0' }),
  lastList: css({ margin: '0 0 0 24px', padding: '0' }),
  item: css({ margin: '0 0 4px' }),
  link: css({ color: LIGHT.ink, 'text-decoration': 'underline' }),
  pictureLink: css({ color: LIGHT.soft }),
  columns: css({ padding: `0 ${COLUMN_SIDE}px` }),
  column: css({ width: '50%', 'vertical-align': 'top' }),
  full: css({ width: '100%' }),
  productName: css({ margin: '12px 0 0', font: `bold 18px/26px ${FONT}`, color: LIGHT.ink }),
  besideName: css({ margin: '0', font: `bold 18px/26px ${FONT}`, color: LIGHT.ink }),
  productLink: css({ color: LIGHT.ink, 'text-decoration': 'none' }),
  price: css({ margin: '4px 0 0', font: `16px/24px ${FONT}`, color: LIGHT.soft }),
  productAction: css({ margin: '8px 0 0', font: `bold 16px/24px ${FONT}` }),
  besidePicture: css({ width: '140px', 'vertical-align': 'top' }),
  besideWords: css({ padding: '0 0 0 20px', 'vertical-align': 'top' }),
  thumb: css({
    display: 'block',
    width: '100%',
    'max-width': '140px',
    height: 'auto',
    border: '0',
    'border-radius': '6px',
  }),
  coupon: css({
    border: `2px dashed ${LIGHT.edge}`,
    'border-radius': '8px',
    padding: '20px 16px',
    'text-align': 'center',
  }),
  codeValue: css({ margin: '0 0 4px', font: `16px/24px ${FONT}`, color: LIGHT.ink }),
  codeWord: css({ margin: '0', font: `bold 26px/34px 'Courier New',Courier,monospace`, color: LIGHT.ink }),
  codeTerms: css({ margin: '8px 0 0', font: `13px/20px ${FONT}`, color: LIGHT.soft }),
  line: css({ 'border-top': `1px solid ${LIGHT.line}`, font: `1px/1px ${FONT}`, height: '1px' }),
  footerParagraph: css({ margin: '0 0 8px' }),
  footerLink: css({ color: LIGHT.soft, 'text-decoration': 'underline' }),
} as const;

/** The styles for a block, which depend on the width of its place. */
export interface Look extends Readonly<Record<keyof typeof COMMON | keyof ReturnType<typeof sided>, string>> {
  /** The width of the block's content, in pixels. */
  readonly width: number;
}
const look = (side: number, width: number): Look => ({ ...COMMON, ...sided(side, width), width });

/** Over the whole card. */
export const STYLES = look(SIDE, WIDTH - SIDE * 2);
/** The styles in one of two columns. */
export const COLUMN_STYLES = look(COLUMN_SIDE, WIDTH / 2 - SIDE - COLUMN_SIDE);

export const spacer = (height: number): string =>
  css({ height: `${height}px`, font: `1px/${height}px ${FONT}`, 'mso-line-height-rule': 'exactly' });

const NARROW =
  '@media (max-width:480px){.p{padding-left:20px !important;padding-right:20px !important}.h{font-size:26px !important;line-height:32px !important}.q{padding:0 !important}.w{display:block !important;width:auto !important}.i{max-width:100% !important}}';

const dark = (button: string, words: string): string =>
  `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.b{background-color:${DARK.page} !important}.c{background-color:${DARK.card} !important}.t{color:${DARK.ink} !important}.s{color:${DARK.soft} !important}.l{border-top:1px solid ${DARK.line} !important}.d{border:2px dashed ${DARK.edge} !important}.k{background-color:${button} !important;color:${words} !important}}`;

/** The values that follow from a document's accent. */
export interface Accent {
  /** `#rrggbb` of the button and of the line above. */
  colour: string;
  /** The two style elements: Gmail drops the second without touching the first. */
  head: string;
  bar: string;
  buttonCell: string;
  button: string;
}

function accentOf(written: string): Accent {
  const colour = sixDigits(written);
  const inDark = standingOut(colour, DARK.card, '#ffffff');
  // A button as pale as the card has an edge instead.
  const border = contrast(colour, LIGHT.card) >= 3 ? colour : standingOut(colour, LIGHT.card, '#111111');
  const words = textOn(colour);
  return {
    colour,
    head: `<style>${NARROW}</style><style>${dark(inDark, textOn(inDark))}</style>`,
    bar: css({
      'border-top': `4px solid ${border}`,
      'border-radius': '8px',
      height: '20px',
      font: `1px/20px ${FONT}`,
      'mso-line-height-rule': 'exactly',
    }),
    buttonCell: css({
      border: `1px solid ${border}`,
      'border-radius': '6px',
      'background-color': colour,
      'mso-padding-alt': '13px 28px',
    }),
    button: css({
      display: 'inline-block',
      padding: '13px 28px',
      font: `bold 16px/20px ${FONT}`,
      color: words,
      'text-decoration': 'none',
      'border-radius': '6px',
    }),
  };
}

/** The number of cached styles. A shop uses one or two; the limit guards against somebody who tries all colours. */
const CACHED = 256;
const accents = new Map<string, Accent>();

export function accent(written: string): Accent {
  const known = accents.get(written);
  if (known !== undefined) return known;
  const made = accentOf(written);
  if (accents.size >= CACHED) accents.clear();
  accents.set(written, made);
  return made;
}
