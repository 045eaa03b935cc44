/** Rows of affiliate programs, as the database has them and as we return them. */
import type { Program as Row } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import type {
  CommissionTerms,
  CustomerDiscount,
  Program,
  ProgramTerms,
} from '@/server/modules/creators/programs/schema';
import type { ProgramStatus, Visibility } from '@/server/modules/creators/programs/vocabulary';

export type ProgramRow = Omit<Row, 'status' | 'visibility' | 'commission' | 'customerDiscount'> & {
  status: ProgramStatus;
  visibility: Visibility;
  commission: CommissionTerms | null;
  customerDiscount: CustomerDiscount | null;
};

export const programColumns = (alias: string): string => columnsOf('Program', alias);

const find = workspaceStatement<ProgramRow, [id: string]>(
  'programs.find',
  `SELECT ${programColumns('p')} FROM "Program" p WHERE p."accountId" = $1 AND p.id = $2`,
  { isBrief: true },
);
const lock = workspaceStatement<ProgramRow, [id: string]>(
  'programs.lock',
  `SELECT ${programColumns('p')} FROM "Program" p WHERE p."accountId" = $1 AND p.id = $2 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readProgram = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<ProgramRow> =>
  orNotFound((await db.rows(find, id))[0]);

/** Locks the program to the end of the transaction, before any of its collaborations. @throws AppError NOT_FOUND */
export const holdProgram = async (tx: StatementTx, id: string): Promise<ProgramRow> =>
  orNotFound((await tx.rows(lock, id))[0]);

export const presentProgram = (row: ProgramRow): Program => {
  const { activatedAt: _, minPayout, ...shown } = row;
  return { ...shown, minPayout: toNumber(minPayout) };
};

/** Returns the terms that an affiliate agrees on who is accepted now. */
export const termsOf = ({ minPayout, ...row }: ProgramRow): ProgramTerms => {
  const { name, commission, customerDiscount, attributionWindowDays, holdDays, newCustomersOnly, terms } = row;
  return {
    ...{ name, commission, customerDiscount, attributionWindowDays, holdDays, newCustomersOnly, terms },
    minPayout: toNumber(minPayout),
  };
};
