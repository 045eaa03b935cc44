/** Uploads of merchants (docs/contract/uploads.md). */
import { found, type WorkspaceDb } from '@/server/db/workspace';
import type { SignedUploadOutput, SignInput, StoredUpload } from '@/server/resources/uploads/schema';
import { newKey } from '@/server/uploads/key';
import type { UploadStore } from '@/server/uploads/store';

/** A row for the key, and an address that takes the bytes for 15 minutes. */
export async function sign(
  db: WorkspaceDb,
  uploads: UploadStore,
  { kind, contentType, size }: SignInput,
): Promise<SignedUploadOutput> {
  const key = newKey(db.accountId, contentType);
  const signed = await uploads.sign({ key, contentType, size }, db.now);
  await db.prisma.upload.create({ data: { accountId: db.accountId, key, kind, contentType, size, createdAt: db.now } });
  return { ...signed, publicUrl: uploads.publicUrl(key), key };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, uploads: UploadStore, key: string): Promise<StoredUpload> {
  const row = found(
    await db.prisma.upload.findFirst({ where: { key }, select: { key: true, contentType: true, size: true } }),
  );
  return { ...row, publicUrl: uploads.publicUrl(row.key) };
}

/** Remembers that the bytes of a key are there. */
export async function markStored(db: WorkspaceDb, key: string): Promise<void> {
  await db.prisma.upload.updateMany({ where: { key, storedAt: null }, data: { storedAt: db.now } });
}
