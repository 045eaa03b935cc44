/** The state of discount codes in shops (docs/contract/integrations.md#codes). */
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { knownAmong } from '@/server/platform/lib/narrow';
import type { CodeInShop, ListCodesInput, ShopCode } from '@/server/modules/shops/connections/schema';
import { isOfUse } from '@/server/modules/shops/connections/code-of-use';
import { CODE_STATES } from '@/server/modules/shops/connections/vocabulary';

/**
 * Lists codes, the last queued first. @throws AppError NOT_FOUND, VALIDATION for a cursor that is not from this list
 */
export async function listCodes(
  db: WorkspaceDb,
  { id, state, limit, cursor }: ListCodesInput,
): Promise<{ data: ShopCode[]; cursor: string | null; hasMore: boolean }> {
  orNotFound(await db.prisma.integration.findFirst({ where: { id }, select: { id: true } }));
  const parameters = new Parameters();
  const filter = ['c."accountId" = $1', `c."integrationId" = ${parameters.add(id, 'text')}`];
  const wanted = knownAmong(CODE_STATES, state);
  if (wanted.length > 0) filter.push(`c.state = ANY (${parameters.add(wanted, 'text[]')})`);
  if (cursor !== undefined) {
    const { key, id: last } = decodeCursor(cursor, 'instant');
    const from = `${parameters.add(key, 'timestamptz')}, ${parameters.add(last, 'text')}`;
    filter.push(`(c."createdAt", c."discountCodeId") < (${from})`);
  }
  const most = parameters.add(limit + 1, 'int');
  const rows = await db.rows(
    composedStatement<ShopCode & { id: string; createdAt: Date }>(
      `SELECT c."discountCodeId" AS id, c."discountCodeId", d.code, c.state, c.reason, c."pushedAt", c."createdAt"
        FROM (
         SELECT * FROM "IntegrationCode" c WHERE ${filter.join(' AND ')}
           ORDER BY c."createdAt" DESC, c."discountCodeId" DESC LIMIT ${most}) c
       CROSS JOIN LATERAL (SELECT d.code FROM "DiscountCode" d
         WHERE d."accountId" = ${THIS_WORKSPACE} AND d.id = c."discountCodeId" OFFSET 0) d
       ORDER BY c."createdAt" DESC, c."discountCodeId" DESC`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, ({ createdAt }) => createdAt);
  const data = page.rows.map(({ id: _, createdAt: __, ...code }) => code);
  return { data, cursor: page.nextCursor, hasMore: page.hasMore };
}

/** SQL: true when the integration `i` gets codes; an index covers such integrations. */
export const getsCodes = (i: string): string => `${i}.status <> 'revoked' AND ${i}.config #>> '{sync,codes}' = 'true'`;

/**
 * SQL: the state of the code $code in the integration `i`, as `c`; `state` is null when the shop does not get the code.
 * A code that is older than the connection has no row until a run reaches it, but counts as pending.
 * @param now the parameter with the time
 */
export const standsIn = (i: string, code: string, now: string): string =>
  `LEFT JOIN LATERAL (SELECT k.state, k.reason, k."pushedAt" FROM "IntegrationCode" k
    WHERE k."accountId" = ${THIS_WORKSPACE} AND k."integrationId" = ${i}.id
    AND k."discountCodeId" = ${code} OFFSET 0) k ON true
   CROSS JOIN LATERAL (SELECT k.reason, k."pushedAt",
     coalesce(k.state, (SELECT 'pending' FROM "DiscountCode" d
     WHERE ${getsCodes(i)} AND d."accountId" = ${THIS_WORKSPACE} AND d.id = ${code}
     AND ${isOfUse('d', now)})) AS state OFFSET 0) c`;

const findInShops = workspaceStatement<CodeInShop, [codeId: string, now: Date]>(
  'integrations.codes.in-shops',
  `SELECT i.id AS "integrationId", i."displayName", i.provider, c.state, c.reason, c."pushedAt"
    FROM "Integration" i ${standsIn('i', '$2::text', '$3')}
   WHERE i."accountId" = $1 AND i.status <> 'revoked' AND c.state IS NOT NULL ORDER BY i."createdAt" DESC, i.id`,
  { isBrief: true },
);

const findCode = workspaceStatement<{ id: string }, [id: string]>(
  'integrations.codes.code',
  `SELECT d.id FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2`,
  { isBrief: true },
);

/** A code in each of the shops that are connected. @throws AppError NOT_FOUND */
export async function codeInShops(db: WorkspaceDb, codeId: string): Promise<{ shops: CodeInShop[] }> {
  const shops = await db.rows(findInShops, codeId, db.now);
  if (shops.length === 0) orNotFound((await db.rows(findCode, codeId))[0]);
  return { shops };
}
