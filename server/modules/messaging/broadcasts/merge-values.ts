/** The values of the merge tags for a contact (docs/contract/broadcasts.md#merge-tags). */
import type { MergeValues } from '@/server/platform/email/merge-tags';

export interface MergeRow {
  firstName: string | null;
  lastName: string | null;
  discountCode: string | null;
  cartUrl: string | null;
  productUrl: string | null;
}

/** The columns of a MergeRow. `alias` is the contact's name in the statement. */
export const mergeColumns = (alias: string): string =>
  `${alias}."firstName", ${alias}."lastName", ${alias}.attributes->>'discountCode' AS "discountCode", ${alias}.attributes->>'cartUrl' AS "cartUrl", ${alias}.attributes->>'productUrl' AS "productUrl"`;

/** The longest shop name, which stands in every message. */
const LONGEST_NAME = 200;

export function mergeValuesOf(row: MergeRow, shopName: string): MergeValues {
  const { firstName, lastName, discountCode, cartUrl, productUrl } = row;
  const given = { firstName, lastName, discountCode, cartUrl, productUrl, brandName: shopName.slice(0, LONGEST_NAME) };
  return Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null));
}
