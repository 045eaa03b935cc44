/** Rows of briefs, as the database has them and as we return them. */
import type { Brief as Row } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';
import { stored, type Stored } from '@/server/db/stored';
import { workspaceStatement } from '@/server/db/statement';
import { found, type StatementTx } from '@/server/db/workspace';
import type { Brief, BriefTerms, Compensation, Deliverable } from '@/server/resources/campaigns/schema';
import type { BriefStatus } from '@/server/resources/campaigns/vocabulary';
import type { SocialPlatform } from '@/server/resources/collaborations/vocabulary';
import { readProgram } from '@/server/resources/programs/rows';
import type { Visibility } from '@/server/resources/programs/vocabulary';

export type BriefRow = Omit<Row, 'status' | 'visibility' | 'platforms' | 'deliverables' | 'compensation'> & {
  status: BriefStatus;
  visibility: Visibility;
  platforms: SocialPlatform[];
  deliverables: Deliverable[];
  compensation: Compensation | null;
};

export const briefColumns = (alias: string): string => columnsOf('Brief', alias);

const find = workspaceStatement<Stored<BriefRow>, [id: string]>(
  'campaigns.find',
  `SELECT ${briefColumns('b')} FROM "Brief" b WHERE b."accountId" = $1 AND b.id = $2`,
  { isBrief: true },
);
const lock = workspaceStatement<Stored<BriefRow>, [id: string]>(
  'campaigns.lock',
  `SELECT ${briefColumns('b')} FROM "Brief" b WHERE b."accountId" = $1 AND b.id = $2 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readBrief = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<BriefRow> =>
  stored<BriefRow>(found((await db.rows(find, id))[0]));

/** Locked to the end of the transaction: before any of its collaborations. @throws AppError NOT_FOUND */
export const holdBrief = async (tx: StatementTx, id: string): Promise<BriefRow> =>
  stored<BriefRow>(found((await tx.rows(lock, id))[0]));

export const presentBrief = (row: BriefRow): Brief => row;

/** What a creator who is taken in now agrees on. */
export const termsOf = (row: BriefRow): BriefTerms => {
  const { title, brief, deliverables, compensation, disclosure, usageRightsDays, contentDueAt } = row;
  return { title, brief, deliverables, compensation, disclosure, usageRightsDays, contentDueAt };
};

/** Whether it pays by a program that is archived, which takes nobody in: so neither does the brief. */
export async function isOfArchived(
  db: Pick<StatementTx, 'rows'>,
  { compensation }: Pick<BriefRow, 'compensation'>,
): Promise<boolean> {
  if (compensation === null || compensation.programId === null) return false;
  return (await readProgram(db, compensation.programId)).status === 'archived';
}

/** The same of a row `alias` of Brief, in a statement of the workspace $1. */
export const ofArchived = (alias: string): string =>
  `EXISTS (SELECT FROM "Program" x WHERE x."accountId" = $1 AND x.id = ${alias}.compensation ->> 'programId' AND x.status = 'archived')`;

/** Whether one more may be accepted. */
export const hasSlot = ({ slots, filledSlots }: BriefRow): boolean => slots === null || filledSlots < slots;
