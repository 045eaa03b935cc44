/** Blocks with data of the shop: a product of the mirror, or a discount code with its terms. */
import { escapeHtml } from '@/server/platform/email/escape';
import { filled, NOTHING, row, TABLE, type Parts } from '@/server/platform/email/markup';
import { STYLES, type Look } from '@/server/platform/email/styles';
import { EMAIL_WORDS } from '@/server/platform/email/words';
import type { Language } from '@/server/platform/lib/language';

/** A product as an e-mail shows it. */
export interface ShownProduct {
  name: string;
  /** The price, formatted for its currency. */
  price: string;
  /** An http or https address; null without a picture. */
  imageUrl: string | null;
  url: string;
  available: boolean;
}

/** A code as an e-mail shows it. */
export interface ShownCode {
  code: string;
  /** The discount that the code gives. */
  value: string;
  /** The code's other terms, each in a few words. */
  terms: readonly string[];
}

function wordsHtml(product: ShownProduct, language: Language, nameStyle: string, look: Look): string {
  const words = EMAIL_WORDS[language];
  const url = escapeHtml(product.url);
  const price = escapeHtml(product.price) + (product.available ? '' : ` &middot; ${words.soldOut}`);
  return (
    `<p class="t" style="${nameStyle}"><a class="t" href="${url}" style="${look.productLink}">${escapeHtml(product.name)}</a></p>` +
    `<p class="s" style="${look.price}">${price}</p>` +
    `<p style="${look.productAction}"><a class="t" href="${url}" style="${look.link}">${words.viewProduct}</a></p>`
  );
}

const pictureHtml = ({ imageUrl, url, name }: ShownProduct, width: number, style: string): string =>
  imageUrl === null
    ? ''
    : `<a class="t" href="${escapeHtml(url)}"><img src="${escapeHtml(imageUrl)}" alt="${escapeHtml(name)}" width="${width}" border="0"${style === STYLES.thumb ? '' : ' class="i"'} style="${style}"></a>`;

/** Renders a product; in a column, a row is rendered as a card, because there is no room beside a picture. */
function productHtml(product: ShownProduct, asRow: boolean, language: Language, look: Look): string {
  if (!asRow || look !== STYLES || product.imageUrl === null)
    return (
      pictureHtml(product, look.width, look.image) +
      wordsHtml(product, language, product.imageUrl === null ? look.besideName : look.productName, look)
    );
  return (
    `<table ${TABLE} width="100%"><tr><td width="140" valign="top" style="${look.besidePicture}">${pictureHtml(product, 140, look.thumb)}</td>` +
    `<td valign="top" style="${look.besideWords}">${wordsHtml(product, language, look.besideName, look)}</td></tr></table>`
  );
}

/** @param product undefined when the shop no longer has it; the block is then left out */
export function productParts(product: ShownProduct | undefined, asRow: boolean, language: Language, look: Look): Parts {
  if (product === undefined) return NOTHING;
  const price = product.available ? product.price : `${product.price} · ${EMAIL_WORDS[language].soldOut}`;
  return [
    row(look.product, 'p t', productHtml(product, asRow, language, look)),
    filled([product.name, price, product.url]),
  ];
}

/** @param code undefined where there is none any more: then there is no block */
export function codeParts(code: ShownCode | undefined, look: Look): Parts {
  if (code === undefined) return NOTHING;
  const { value, terms } = code;
  const box =
    `<p class="t" style="${look.codeValue}">${escapeHtml(value)}</p>` +
    `<p class="t" style="${look.codeWord}">${escapeHtml(code.code)}</p>` +
    (terms.length === 0 ? '' : `<p class="s" style="${look.codeTerms}">${terms.map(escapeHtml).join('<br>')}</p>`);
  return [
    row(
      look.code,
      'p',
      `<table ${TABLE} width="100%"><tr><td class="d" align="center" style="${look.coupon}">${box}</td></tr></table>`,
    ),
    filled([`${value}: ${code.code}`, ...terms]),
  ];
}
