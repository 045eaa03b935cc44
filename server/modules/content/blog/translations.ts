/**
 * Groups of translated posts (docs/contract/blog.md#languages). Posts of a group share its name; nothing else has to
 * agree.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { invalid } from '@/server/platform/errors';

/** If two posts join the same post at once, the second finds the group that the first has made. */
const findGroup = workspaceStatement<{ group: string }, [id: string]>(
  'blog.translation-group',
  `UPDATE "BlogPost" p SET "translationGroup" = coalesce(p."translationGroup", new_id())
   WHERE p."accountId" = $1 AND p.id = $2 AND p.locale IS NOT NULL RETURNING p."translationGroup" AS group`,
);

const lockBoth = workspaceStatement<{ id: string }, [ids: string[]]>(
  'blog.lock-both',
  `SELECT p.id FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = ANY ($2::text[]) ORDER BY p.id FOR NO KEY UPDATE`,
);

/** Locks both posts before one is linked to the other, always in one order, so that two such calls never deadlock. */
export async function lockForTie(
  tx: Pick<StatementTx, 'rows'>,
  id: string,
  translationOf: string | null | undefined,
): Promise<void> {
  if (typeof translationOf === 'string') await tx.rows(lockBoth, [id, translationOf]);
}

/**
 * Returns what `translationOf` writes: the group of that post, which is created if the post has none.
 * @throws AppError VALIDATION
 */
export async function groupOf(
  tx: Pick<StatementTx, 'rows'>,
  translationOf: string | null | undefined,
): Promise<{ translationGroup?: string | null }> {
  if (translationOf === undefined) return {};
  if (translationOf === null) return { translationGroup: null };
  const [other] = await tx.rows(findGroup, translationOf);
  if (other === undefined) throw invalid('translationOf', 'must be a post of this workspace that has a locale');
  return { translationGroup: other.group };
}

/** @throws AppError VALIDATION for a translation without a language */
export function requireLocale(
  { locale }: { locale?: string | null | undefined },
  { translationGroup }: { translationGroup?: string | null },
): void {
  if (typeof translationGroup === 'string' && (locale ?? null) === null)
    throw invalid('locale', 'is required for a translation');
}
