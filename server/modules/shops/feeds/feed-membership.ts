/**
 * The products that are in the feed (docs/contract/feeds.md#feed): not archived, available unless the config says
 * otherwise, the last updated ones up to the limit.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { RULES_OF_WORKSPACE } from '@/server/modules/shops/feeds/category-rules';
import type { ProductRow } from '@/server/modules/shops/feeds/rows';
import { FEED_LIMIT, type CategoryRule, type FeedConfigStub, type LeftOut } from '@/server/modules/shops/feeds/schema';

/** The config, and the last product within the feed's limit; null while there is room for more. */
export interface Frame {
  config: FeedConfigStub;
  categoryRules: CategoryRule[];
  /** The workspace's shop address. */
  shopUrl: string | null;
  edge: { updatedAt: Date; id: string } | null;
}

const readFrame = workspaceStatement<
  FeedConfigStub & { shopUrl: string | null; categoryRules: CategoryRule[]; edgeAt: Date | null; edgeId: string | null }
>(
  'feeds.frame',
  `SELECT a."shopUrl", ${RULES_OF_WORKSPACE}, coalesce(c.enabled, true) AS enabled, c."defaultProductCategory",
    coalesce(c."includeUnpublished", false) AS "includeUnpublished", e."updatedAt" AS "edgeAt", e.id AS "edgeId"
   FROM (SELECT $1::text AS id) w
   JOIN "Account" a ON a.id = w.id
   LEFT JOIN "FeedConfig" c ON c."accountId" = w.id
   LEFT JOIN LATERAL (
     SELECT p."updatedAt", p.id FROM "FeedProduct" p
     WHERE p."accountId" = w.id AND p."archivedAt" IS NULL AND (p.available OR coalesce(c."includeUnpublished", false))
     ORDER BY p."updatedAt" DESC, p.id DESC OFFSET ${FEED_LIMIT - 1} LIMIT 1) e ON true`,
);

export async function frameOf(db: WorkspaceDb): Promise<Frame> {
  const [row] = await db.rows(readFrame);
  if (row === undefined) throw new Error('A statement without a row.');
  const { edgeAt, edgeId, shopUrl, categoryRules, ...config } = row;
  return {
    config,
    categoryRules,
    shopUrl,
    edge: edgeAt === null || edgeId === null ? null : { updatedAt: edgeAt, id: edgeId },
  };
}

/** Returns why a product is not in the feed; null when it is in the feed. */
export function leftOutOf(
  { config, edge }: Frame,
  product: Pick<ProductRow, 'id' | 'archivedAt' | 'available' | 'updatedAt'>,
): LeftOut | null {
  if (product.archivedAt !== null) return 'archived';
  if (!product.available && !config.includeUnpublished) return 'unavailable';
  if (edge === null) return null;
  const apart = product.updatedAt.getTime() - edge.updatedAt.getTime();
  return apart > 0 || (apart === 0 && product.id >= edge.id) ? null : 'over_limit';
}
