/** GET /feeds/issues: how many products are in the feed, and how many of them break each rule. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { frameOf, leftOutOf } from '@/server/modules/shops/feeds/feed-membership';
import { itemOf } from '@/server/modules/shops/feeds/item';
import { storefrontOf, type StorefrontSettings } from '@/server/platform/lib/storefront-address';
import { productPages, SELECTIONS } from '@/server/modules/shops/feeds/pages';
import { presentProduct } from '@/server/modules/shops/feeds/rows';
import { brokenRules, describeRule, RULES } from '@/server/modules/shops/feeds/rules';
import { RULE_IDS, SEVERITIES, type FeedIssue, type Issues, type RuleId } from '@/server/modules/shops/feeds/schema';

/** The number of products that are checked at a time. */
const SCAN = 500;

interface Counts {
  total: number;
  live: number;
  unavailable: number;
}

/** Over indexes alone, however large the catalogue. */
const countProducts = workspaceStatement<Counts>(
  'feeds.products.count',
  `SELECT (SELECT count(*)::int FROM "FeedProduct" p WHERE p."accountId" = $1) AS total, l.live, l.unavailable
   FROM (SELECT count(*) FILTER (WHERE p.available)::int AS live,
     count(*) FILTER (WHERE NOT p.available)::int AS unavailable
         FROM "FeedProduct" p WHERE p."accountId" = $1 AND ${SELECTIONS.listed}) l`,
);

/** `/api/v1/feeds/shopping/<accountId>.xml`: the path that a merchant enters in Google Merchant Center. */
const feedPath = (accountId: string): string => `/api/v1/feeds/shopping/${accountId}.xml`;

/** The path that a merchant enters in Meta's Commerce Manager or TikTok Ads Manager. */
const cataloguePath = (accountId: string, network: 'meta' | 'tiktok'): string =>
  `/api/v1/feeds/public/${accountId}/${network}.csv`;

const SHOP_ADDRESS_MISSING: FeedIssue = {
  issue: 'shop_address_missing',
  severity: 'error',
  message: "The shop's address is not set, so no product link works. Enter it in the workspace settings.",
};

export async function issues(db: WorkspaceDb, settings: StorefrontSettings): Promise<Issues> {
  const [frame, [counted]] = await Promise.all([frameOf(db), db.rows(countProducts)]);
  const { total, live, unavailable } = counted ?? { total: 0, live: 0, unavailable: 0 };
  const { config } = frame;
  const setting = {
    storefront: storefrontOf(settings, { accountId: db.accountId, shopUrl: frame.shopUrl }),
    defaultProductCategory: config.defaultProductCategory,
    categoryRules: frame.categoryRules,
  };

  const broken = new Map<RuleId, number>(RULE_IDS.map((rule) => [rule, 0]));
  const products = { withErrors: 0, withWarnings: 0, clean: 0 };
  let inFeed = 0;
  scan: for await (const rows of productPages(db, { selection: config.includeUnpublished ? 'listed' : 'live' }, SCAN)) {
    for (const row of rows) {
      if (leftOutOf(frame, row) !== null) break scan;
      inFeed++;
      const rules = brokenRules(itemOf(row, setting), presentProduct(row));
      for (const rule of rules) broken.set(rule, (broken.get(rule) ?? 0) + 1);
      products[
        rules.length === 0
          ? 'clean'
          : rules.some((rule) => RULES[rule].severity === 'error')
            ? 'withErrors'
            : 'withWarnings'
      ]++;
    }
  }

  return {
    feedUrl: settings.baseUrl + feedPath(db.accountId),
    metaUrl: settings.baseUrl + cataloguePath(db.accountId, 'meta'),
    tiktokUrl: settings.baseUrl + cataloguePath(db.accountId, 'tiktok'),
    enabled: config.enabled,
    counts: {
      inFeed,
      overLimit: Math.max(0, live + (config.includeUnpublished ? unavailable : 0) - inFeed),
      unavailable: config.includeUnpublished ? 0 : unavailable,
      archived: Math.max(0, total - live - unavailable),
    },
    products,
    feed: settings.storefrontBaseUrl === null && frame.shopUrl === null ? [SHOP_ADDRESS_MISSING] : [],
    rules: [...broken]
      .map(([rule, count]) => ({ ...describeRule(rule), products: count }))
      .sort(
        (a, b) =>
          Number(b.products > 0) - Number(a.products > 0) ||
          SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
          b.products - a.products,
      ),
  };
}
