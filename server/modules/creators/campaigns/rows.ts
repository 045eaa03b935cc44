/** Rows of briefs, as the database has them and as we return them. */
import type { Brief as Row } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import type { Brief, BriefTerms, Compensation, Deliverable } from '@/server/modules/creators/campaigns/schema';
import type { BriefStatus } from '@/server/modules/creators/campaigns/vocabulary';
import type { SocialPlatform } from '@/server/modules/creators/collaborations/vocabulary';
import { readProgram } from '@/server/modules/creators/programs/rows';
import type { Visibility } from '@/server/modules/creators/programs/vocabulary';

export type BriefRow = Omit<Row, 'status' | 'visibility' | 'platforms' | 'deliverables' | 'compensation'> & {
  status: BriefStatus;
  visibility: Visibility;
  platforms: SocialPlatform[];
  deliverables: Deliverable[];
  compensation: Compensation | null;
};

export const briefColumns = (alias: string): string => columnsOf('Brief', alias);

const find = workspaceStatement<BriefRow, [id: string]>(
  'campaigns.find',
  `SELECT ${briefColumns('b')} FROM "Brief" b WHERE b."accountId" = $1 AND b.id = $2`,
  { isBrief: true },
);
const lock = workspaceStatement<BriefRow, [id: string]>(
  'campaigns.lock',
  `SELECT ${briefColumns('b')} FROM "Brief" b WHERE b."accountId" = $1 AND b.id = $2 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readBrief = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<BriefRow> =>
  orNotFound((await db.rows(find, id))[0]);

/** Locks the brief to the end of the transaction, before any of its collaborations. @throws AppError NOT_FOUND */
export const holdBrief = async (tx: StatementTx, id: string): Promise<BriefRow> =>
  orNotFound((await tx.rows(lock, id))[0]);

export const presentBrief = (row: BriefRow): Brief => row;

/** Returns the terms that a creator agrees on who is accepted now. */
export const termsOf = (row: BriefRow): BriefTerms => {
  const { title, brief, deliverables, compensation, disclosure, usageRightsDays, contentDueAt } = row;
  return { title, brief, deliverables, compensation, disclosure, usageRightsDays, contentDueAt };
};

/** Checks whether the brief pays by an archived program; such a program accepts nobody, so neither does the brief. */
export async function isOfArchived(
  db: Pick<StatementTx, 'rows'>,
  { compensation }: Pick<BriefRow, 'compensation'>,
): Promise<boolean> {
  if (compensation === null || compensation.programId === null) return false;
  return (await readProgram(db, compensation.programId)).status === 'archived';
}

/** The same of a row `alias` of Brief, in a statement of the workspace $1. */
export const ofArchived = (alias: string): string =>
  `EXISTS (SELECT FROM "Program" x WHERE x."accountId" = $1 AND x.id = ${alias}.compensation ->> 'programId'
    AND x.status = 'archived')`;

/** True when another creator can be accepted. */
export const hasSlot = ({ slots, filledSlots }: BriefRow): boolean => slots === null || filledSlots < slots;
