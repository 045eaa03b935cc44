/** Rows of the feed's tables as we return them. */
import type { FeedProduct as ProductRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';
import { toNumber } from '@/server/lib/money';
import type { FeedProduct } from '@/server/resources/feeds/schema';

export type { ProductRow };

/** Every column of a product. `alias` is the table's name in the statement. */
export const productColumns = (alias: string): string => columnsOf('FeedProduct', alias);

export const presentProduct = (row: ProductRow): FeedProduct => ({ ...row, priceCents: toNumber(row.priceCents) });
