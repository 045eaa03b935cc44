/** Rows of partners, as stored and in the form of our answers. */
import { columnsOf } from '@/server/platform/db/columns';
import { partnerStatement, type PartnerDb, type PartnerTx } from '@/server/platform/db/installation';
import { AppError } from '@/server/platform/errors';
import type { Partner } from '@/server/modules/account/admin/schema';

/** The columns that we read of a partner `p`. */
export const partnerColumns = `${columnsOf('Partner', 'p')},
  (SELECT count(*)::int FROM "PartnerMerchant" m WHERE m."partnerId" = p.id AND m."linkedAt" IS NOT NULL) AS merchants`;

const find = partnerStatement<Partner>('admin.find', `SELECT ${partnerColumns} FROM "Partner" p WHERE p.id = $1`);
const hold = partnerStatement<{ status: string }>(
  'admin.hold',
  `SELECT p.status FROM "Partner" p WHERE p.id = $1 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readPartner = async (db: Pick<PartnerDb, 'rows'>): Promise<Partner> => known((await db.rows(find))[0]);

/**
 * Locks a partner until the end of the transaction. @throws AppError NOT_FOUND; BAD_STATE for an archived partner,
 * which cannot change
 */
export async function holdLivePartner(tx: PartnerTx): Promise<Partner> {
  const { status } = known((await tx.rows(hold))[0]);
  if (status === 'archived') throw badState(status);
  return await readPartner(tx);
}

/** Like `holdLivePartner`, also for an archived partner. @throws AppError NOT_FOUND */
export async function holdPartner(tx: PartnerTx): Promise<Partner> {
  known((await tx.rows(hold))[0]);
  return await readPartner(tx);
}

function known<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('NOT_FOUND', { message: 'There is no partner with this id.' });
  return row;
}

export const badState = (status: string): AppError =>
  new AppError('BAD_STATE', { message: `This is not possible: the partner is ${status}.`, details: { status } });
