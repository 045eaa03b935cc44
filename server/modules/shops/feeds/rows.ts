/** Rows of the feed's tables as we return them. */
import type { FeedProduct as ProductRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { toNumber } from '@/server/platform/lib/money';
import type { FeedProduct } from '@/server/modules/shops/feeds/schema';

export type { ProductRow };

/** Every column of a product. `alias` is the table's name in the statement. */
export const productColumns = (alias: string): string => columnsOf('FeedProduct', alias);

/**
 * Returns a product as the API shows it; fields that the first contract did not have appear only if the shop sent them.
 */
export function presentProduct({
  gtin,
  mpn,
  condition,
  itemGroupId,
  salePrice,
  salePriceFrom,
  salePriceTo,
  color,
  size,
  gender,
  ageGroup,
  additionalImages,
  shippingWeight,
  ...row
}: ProductRow): FeedProduct {
  return {
    ...row,
    priceCents: toNumber(row.priceCents),
    ...(gtin !== null && { gtin }),
    ...(mpn !== null && { mpn }),
    ...(condition !== null && { condition }),
    ...(itemGroupId !== null && { itemGroupId }),
    ...(salePrice !== null && { salePrice: toNumber(salePrice) }),
    ...(salePriceFrom !== null && { salePriceFrom }),
    ...(salePriceTo !== null && { salePriceTo }),
    ...(color !== null && { color }),
    ...(size !== null && { size }),
    ...(gender !== null && { gender }),
    ...(ageGroup !== null && { ageGroup }),
    ...(additionalImages.length > 0 && { additionalImages }),
    ...(shippingWeight !== null && { shippingWeight }),
  };
}
