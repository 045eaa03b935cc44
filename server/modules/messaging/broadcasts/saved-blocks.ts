/**
 * Blocks that a merchant saves for other e-mails (docs/contract/broadcasts.md#saved-blocks). E-mails get copies, never
 * links.
 */
import type { SavedBlocks as SavedRow } from '@/prisma/generated/client';
import { castStored } from '@/server/platform/db/stored';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { CreateInput, SavedBlocks } from '@/server/modules/messaging/broadcasts/saved-blocks-schema';
import { MAX_SAVED } from '@/server/modules/messaging/broadcasts/vocabulary';

const COLUMNS = { id: true, name: true, blocks: true, createdAt: true, updatedAt: true } as const;

/** A row for the wire. */
const present = (row: Omit<SavedRow, 'accountId'>): SavedBlocks => castStored(row);

const refused = (error: unknown): unknown =>
  violates(error, 'SavedBlocks_accountId_name_key') ? new AppError('NAME_TAKEN') : error;

/** Returns all saved blocks, most recently saved first; there are at most MAX_SAVED. */
export async function list(db: WorkspaceDb): Promise<SavedBlocks[]> {
  const rows = await db.prisma.savedBlocks.findMany({
    select: COLUMNS,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map(present);
}

/** @throws AppError NAME_TAKEN (unless `replace` is true), LIMIT_REACHED */
export async function create(db: WorkspaceDb, { name, blocks, replace }: CreateInput): Promise<SavedBlocks> {
  try {
    return await db.prismaTransaction(async (tx) => {
      const data = { blocks: blocks, updatedAt: tx.now };
      if (replace) {
        const [row] = await tx.prisma.savedBlocks.updateManyAndReturn({ where: { name }, data, select: COLUMNS });
        if (row !== undefined) return present(row);
      }
      // Two who save at once may come to one more than that: the bound keeps the list short, it sells nothing.
      if ((await tx.prisma.savedBlocks.count()) >= MAX_SAVED) throw new AppError('LIMIT_REACHED');
      return present(
        await tx.prisma.savedBlocks.create({
          data: { accountId: tx.accountId, name, createdAt: tx.now, ...data },
          select: COLUMNS,
        }),
      );
    });
  } catch (error) {
    throw refused(error);
  }
}

/** @throws AppError NOT_FOUND, NAME_TAKEN */
export async function rename(db: WorkspaceDb, id: string, name: string): Promise<SavedBlocks> {
  try {
    const [row] = await db.prisma.savedBlocks.updateManyAndReturn({
      where: { id },
      data: { name, updatedAt: db.now },
      select: COLUMNS,
    });
    return present(orNotFound(row));
  } catch (error) {
    throw refused(error);
  }
}

/** Deletes saved blocks for good. E-mails that use them keep their copies. @throws AppError NOT_FOUND */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  const { count } = await db.prisma.savedBlocks.deleteMany({ where: { id } });
  if (count === 0) throw new AppError('NOT_FOUND');
  return { id, deleted: true };
}
