/**
 * Maps the shop's own categories to Google's (docs/contract/feeds.md#category-rules). Rules are ordered, and the first
 * match wins; a category without a match counts as Google's, as in the first contract.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Categories, CategoryRule, CategoryRules } from '@/server/modules/shops/feeds/schema';

/** SQL: the rules of the workspace `w.id` as JSON, in their order. */
export const RULES_OF_WORKSPACE = `coalesce((
  SELECT json_agg(json_build_object('match', k.match, 'category', k.category, 'googleCategory', k."googleCategory")
    ORDER BY k.position)
  FROM "FeedCategoryRule" k WHERE k."accountId" = w.id), '[]') AS "categoryRules"`;

const folded = (text: string): string => text.trim().toLowerCase();

const MATCHES: Record<CategoryRule['match'], (own: string, category: string) => boolean> = {
  is: (own, category) => own === category,
  begins: (own, category) => own.startsWith(category),
  contains: (own, category) => own.includes(category),
};

/** Finds the rule that a category falls under; undefined for none. */
function ruleOf(own: string | null, rules: readonly CategoryRule[]): number | undefined {
  if (own === null || rules.length === 0) return undefined;
  const looked = folded(own);
  const at = rules.findIndex(({ match, category }) => MATCHES[match](looked, folded(category)));
  return at === -1 ? undefined : at;
}

/** Returns the Google category that the feed writes for the shop's own category; null when there is none. */
export function googleCategoryOf(own: string | null, rules: readonly CategoryRule[]): string | null {
  const rule = ruleOf(own, rules);
  return rule === undefined ? own : (rules[rule]?.googleCategory ?? own);
}

const findRules = workspaceStatement<CategoryRule>(
  'feeds.category-rules',
  `SELECT k.match, k.category, k."googleCategory" FROM "FeedCategoryRule" k WHERE k."accountId" = $1 ORDER BY k.position`,
);

export const getCategoryRules = async (db: Pick<WorkspaceDb, 'rows'>): Promise<CategoryRules> => ({
  rules: await db.rows(findRules),
});

/** Locks the rules, so that after two parallel calls the rules of the later one stay complete. */
const lockRules = workspaceStatement<never>(
  'feeds.category-rules.lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('feeds.category-rules ' || a.id, 0)) FROM (SELECT $1::text AS id) a`,
);
const removeRules = workspaceStatement<never>(
  'feeds.category-rules.remove',
  `DELETE FROM "FeedCategoryRule" k WHERE k."accountId" = $1`,
);
const insertRules = workspaceStatement<never, [rules: string]>(
  'feeds.category-rules.insert',
  `INSERT INTO "FeedCategoryRule" ("accountId", position, match, category, "googleCategory")
   SELECT $1, (i.n - 1)::int, i.rule->>'match', i.rule->>'category', i.rule->>'googleCategory'
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY i (rule, n)`,
);

async function replaceRules(tx: StatementTx, { rules }: CategoryRules): Promise<void> {
  await tx.rows(lockRules);
  await tx.rows(removeRules);
  await tx.rows(insertRules, JSON.stringify(rules));
}

/** Replaces the rules that were there. @throws AppError PLAN_LIMIT */
export async function putCategoryRules(db: WorkspaceDb, sent: CategoryRules): Promise<CategoryRules> {
  requireWithinLimit(await effectivePlan(db), 'feeds', 1);
  await db.transaction((tx) => replaceRules(tx, sent));
  return sent;
}

/** The largest number of categories in the answer, more than anybody reads. */
const MOST_CATEGORIES = 500;

const ownCategories = workspaceStatement<{ category: string | null; products: number }, [most: number]>(
  'feeds.own-categories',
  `SELECT p."productCategory" AS category, count(*)::int AS products FROM "FeedProduct" p
    WHERE p."accountId" = $1 AND p."archivedAt" IS NULL
   GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $2::int`,
);
const defaultCategory = workspaceStatement<{ category: string | null }>(
  'feeds.default-category',
  `SELECT c."defaultProductCategory" AS category FROM "FeedConfig" c WHERE c."accountId" = $1`,
);

/** Returns the shop's own categories, each with the result of these rules in the feed. Stores nothing. */
export async function categoriesBy(db: WorkspaceDb, { rules }: CategoryRules): Promise<Categories> {
  const [own, [config]] = await Promise.all([db.rows(ownCategories, MOST_CATEGORIES), db.rows(defaultCategory)]);
  return {
    categories: own.map(({ category, products }) => ({
      category,
      products,
      googleCategory: googleCategoryOf(category, rules) ?? config?.category ?? null,
      rule: ruleOf(category, rules) ?? null,
    })),
  };
}
