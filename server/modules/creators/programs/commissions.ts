/** Commissions as they are read (docs/contract/programs.md#commissions). */
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import {
  commissionColumns,
  presentCommission,
  type CommissionRow,
} from '@/server/modules/creators/programs/commission-rows';
import type { Commission, CommissionsInput } from '@/server/modules/creators/programs/commissions-schema';

/** Lists commissions, newest first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listCommissions(
  db: WorkspaceDb,
  { status, programId, collaborationId, flag, cursor, limit }: CommissionsInput,
): Promise<ListPage<Commission>> {
  const parameters = new Parameters();
  const filter: string[] = [];
  if (status !== undefined) filter.push(`r.status = ANY (${parameters.add(status, 'text[]')})`);
  if (programId !== undefined) filter.push(`r."programId" = ${parameters.add(programId, 'text')}`);
  if (collaborationId !== undefined) filter.push(`r."collaborationId" = ${parameters.add(collaborationId, 'text')}`);
  if (flag !== undefined)
    filter.push(
      `EXISTS (SELECT FROM jsonb_array_elements(r.flags) f WHERE f ->> 'flag' = ANY (${parameters.add(flag, 'text[]')}))`,
    );
  const page = await listPage<CommissionRow>(
    db,
    { table: 'Commission', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => presentCommission(row)) };
}

const find = workspaceStatement<CommissionRow, [id: string]>(
  'programs.commission',
  `SELECT ${commissionColumns('c')} FROM "Commission" c WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);

/** @throws AppError NOT_FOUND */
export const getCommission = async (db: WorkspaceDb, id: string): Promise<Commission> =>
  presentCommission(orNotFound((await db.rows(find, id))[0]));

const findNames = workspaceStatement<{ id: string; affiliate: string; program: string }, [ids: readonly string[]]>(
  'programs.whose-names',
  `SELECT c.id, c.name AS affiliate, coalesce(p.name, b.title, '') AS program FROM "Collaboration" c
   LEFT JOIN "Program" p ON p."accountId" = ${THIS_WORKSPACE} AND p.id = c."programId"
     LEFT JOIN "Brief" b ON b."accountId" = ${THIS_WORKSPACE} AND b.id = c."campaignId"
   WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

/** Returns the names of affiliates and their programs, by collaboration. */
export async function namesOf(
  db: Pick<WorkspaceDb, 'rows'>,
  collaborationIds: readonly string[],
): Promise<(id: string) => { affiliate: string; program: string }> {
  const rows = await db.rows(findNames, [...new Set(collaborationIds)]);
  const names = new Map(rows.map(({ id, ...named }) => [id, named]));
  return (id) => names.get(id) ?? { affiliate: '', program: '' };
}

/** Lists commissions, each with its affiliate's name. */
export async function reviewCommissions(
  db: WorkspaceDb,
  input: CommissionsInput,
): Promise<ListPage<Commission & { affiliate: string; program: string }>> {
  const page = await listCommissions(db, input);
  const nameOf = await namesOf(
    db,
    page.data.map(({ collaborationId }) => collaborationId),
  );
  return { ...page, data: page.data.map((each) => ({ ...each, ...nameOf(each.collaborationId) })) };
}
