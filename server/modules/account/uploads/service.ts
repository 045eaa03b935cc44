/** Uploads of merchants (docs/contract/uploads.md). */
import { cutPage, decodeCursor, joinedRows, NEWEST } from '@/server/platform/db/cursor';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type {
  LibraryImage,
  LibraryInput,
  SignedUploadOutput,
  SignInput,
  StoredUpload,
} from '@/server/modules/account/uploads/schema';
import { newKey } from '@/server/platform/storage/key';
import type { UploadStore } from '@/server/platform/storage/store';

/** Inserts a row for a new key, and returns an address that accepts the bytes for 15 minutes. */
export async function sign(
  db: WorkspaceDb,
  uploads: UploadStore,
  { kind, contentType, size, name = null }: SignInput,
): Promise<SignedUploadOutput> {
  const key = newKey(db.accountId, contentType);
  const signed = await uploads.sign({ key, contentType, size }, db.now);
  await db.prisma.upload.create({
    data: { accountId: db.accountId, key, kind, contentType, size, name, createdAt: db.now },
  });
  return { ...signed, publicUrl: uploads.publicUrl(key), key };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, uploads: UploadStore, key: string): Promise<StoredUpload> {
  const row = orNotFound(
    await db.prisma.upload.findFirst({ where: { key }, select: { key: true, contentType: true, size: true } }),
  );
  return { ...row, publicUrl: uploads.publicUrl(row.key) };
}

/** Notes that the bytes of a key have been uploaded. */
export async function markStored(db: WorkspaceDb, key: string): Promise<void> {
  await db.prisma.upload.updateMany({ where: { key, storedAt: null }, data: { storedAt: db.now } });
}

/**
 * The condition of the library; an empty `q` is a part of every name. A store that reports no bytes has whatever was
 * signed.
 */
const IN_LIBRARY = `u."accountId" = $1 AND u.kind = 'compose-asset' AND u."archivedAt" IS NULL
  AND (u."storedAt" IS NOT NULL OR NOT $6::boolean) AND strpos(lower(coalesce(u.name, '')), lower($5::text)) > 0`;

/** The part of a key after the workspace's id, which distinguishes images of the same instant. */
const TAIL = `split_part(split_part(u.key, '/', 2), '.', 1)`;

const pageOfLibrary = workspaceStatement<
  Omit<LibraryImage, 'publicUrl'> & { id: string | null; total: number },
  [limit: number, before: string, beforeId: string, q: string, knowsBytes: boolean]
>(
  'uploads.library',
  `SELECT s.total, page.* FROM (SELECT count(*)::int AS total FROM "Upload" u WHERE ${IN_LIBRARY}) s LEFT JOIN LATERAL (
     SELECT ${TAIL} AS id, u.key, u.name, u."contentType", u.size, u."createdAt" FROM "Upload" u
     WHERE ${IN_LIBRARY} AND (u."createdAt", ${TAIL}) < ($3::timestamptz, $4::text)
     ORDER BY u."createdAt" DESC, ${TAIL} DESC LIMIT $2) page ON true`,
);

export interface LibraryPage {
  items: LibraryImage[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/**
 * Returns a page of the images that e-mails and posts may show, newest first. @throws AppError VALIDATION for a forged
 * cursor
 */
export async function library(db: WorkspaceDb, uploads: UploadStore, input: LibraryInput): Promise<LibraryPage> {
  const after = input.cursor === undefined ? NEWEST : decodeCursor(input.cursor, 'instant');
  const rows = await db.rows(pageOfLibrary, input.limit + 1, after.key, after.id, input.q ?? '', uploads.reportsBytes);
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.createdAt);
  return {
    items: page.rows.map(({ key, name, contentType, size, createdAt }) => ({
      key,
      name,
      contentType,
      size,
      createdAt,
      publicUrl: uploads.publicUrl(key),
    })),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}

async function change(
  db: WorkspaceDb,
  key: string,
  data: { name: string } | { archivedAt: Date | null },
): Promise<{ key: string }> {
  const { count } = await db.prisma.upload.updateMany({ where: { key, kind: 'compose-asset' }, data });
  if (count === 0) throw new AppError('NOT_FOUND');
  return { key };
}

/** @throws AppError NOT_FOUND */
export const rename = (db: WorkspaceDb, key: string, name: string) => change(db, key, { name });

/** Removes an image from the library; pages and e-mails that use it keep showing it. @throws AppError NOT_FOUND */
export const archive = (db: WorkspaceDb, key: string) => change(db, key, { archivedAt: db.now });

/** @throws AppError NOT_FOUND */
export const unarchive = (db: WorkspaceDb, key: string) => change(db, key, { archivedAt: null });
