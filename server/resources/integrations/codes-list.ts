/** How discount codes stand in shops (docs/contract/integrations.md#codes). */
import { cutPage, decodeCursor } from '@/server/db/cursor';
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { knownAmong } from '@/server/lib/narrow';
import type { CodeInShop, ListCodesInput, ShopCode } from '@/server/resources/integrations/integration-schema';
import { CODE_STATES } from '@/server/resources/integrations/vocabulary';

/** Last asked for the first time first. @throws AppError NOT_FOUND, VALIDATION for a cursor that is not one of this list */
export async function listCodes(
  db: WorkspaceDb,
  { id, state, limit, cursor }: ListCodesInput,
): Promise<{ data: ShopCode[]; cursor: string | null; hasMore: boolean }> {
  found(await db.prisma.integration.findFirst({ where: { id }, select: { id: true } }));
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
      `SELECT c."discountCodeId" AS id, c."discountCodeId", d.code, c.state, c.reason, c."pushedAt", c."createdAt" FROM (
         SELECT * FROM "IntegrationCode" c WHERE ${filter.join(' AND ')} ORDER BY c."createdAt" DESC, c."discountCodeId" DESC LIMIT ${most}) c
       CROSS JOIN LATERAL (SELECT d.code FROM "DiscountCode" d WHERE d."accountId" = ${THIS_WORKSPACE} AND d.id = c."discountCodeId" OFFSET 0) d
       ORDER BY c."createdAt" DESC, c."discountCodeId" DESC`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, ({ createdAt }) => createdAt);
  const data = page.rows.map(({ id: _, createdAt: __, ...code }) => code);
  return { data, cursor: page.nextCursor, hasMore: page.hasMore };
}

const findInShops = workspaceStatement<CodeInShop, [codeId: string]>(
  'integrations.codes.in-shops',
  `SELECT c."integrationId", i."displayName", i.provider, c.state, c.reason, c."pushedAt"
   FROM (SELECT * FROM "IntegrationCode" c WHERE c."accountId" = $1 AND c."discountCodeId" = $2) c
   CROSS JOIN LATERAL (SELECT i."displayName", i.provider, i.status, i."createdAt" FROM "Integration" i WHERE i."accountId" = ${THIS_WORKSPACE} AND i.id = c."integrationId" OFFSET 0) i
   WHERE i.status <> 'revoked' ORDER BY i."createdAt" DESC, c."integrationId"`,
  { isBrief: true },
);

const findCode = workspaceStatement<{ id: string }, [id: string]>(
  'integrations.codes.code',
  `SELECT d.id FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2`,
  { isBrief: true },
);

/** A code in each of the shops that are connected. @throws AppError NOT_FOUND */
export async function codeInShops(db: WorkspaceDb, codeId: string): Promise<{ shops: CodeInShop[] }> {
  const shops = await db.rows(findInShops, codeId);
  if (shops.length === 0) found((await db.rows(findCode, codeId))[0]);
  return { shops };
}

const findPending = workspaceStatement<{ isPending: boolean }, [codeId: string]>(
  'integrations.codes.pending',
  `SELECT EXISTS (SELECT FROM "IntegrationCode" c WHERE c."accountId" = $1 AND c."discountCodeId" = $2 AND c.state = 'pending') AS "isPending"`,
  { isBrief: true },
);

/** Whether no shop has still to be told of the code as it is now: who sends it need not wait. One probe of an index. */
export async function codeStandsInShops(db: Pick<WorkspaceDb, 'rows'>, codeId: string): Promise<boolean> {
  return (await db.rows(findPending, codeId))[0]?.isPending !== true;
}
