/** A file of a message as its bytes (docs/contract/inbox.md#attachments), read a piece at a time. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { found, type WorkspaceDb } from '@/server/platform/db/workspace';

const findFile = workspaceStatement<
  { name: string | null; contentType: string | null; kind: string; size: number },
  [messageId: string, index: number]
>(
  'inbox.attachment',
  `SELECT a.name, a."contentType", a.kind, a.size FROM "InboxAttachment" a
    WHERE a."accountId" = $1 AND a."messageId" = $2 AND a.index = $3 AND a.state = 'ready'`,
  { isBrief: true },
);
const findPiece = workspaceStatement<{ bytes: Buffer }, [messageId: string, index: number, piece: number]>(
  'inbox.attachment-piece',
  `SELECT p.bytes FROM "InboxAttachmentPiece" p
    WHERE p."accountId" = $1 AND p."messageId" = $2 AND p.index = $3 AND p.piece = $4`,
);

export interface ReadyFile {
  name: string;
  contentType: string;
  size: number;
  pieces: () => AsyncGenerator<Uint8Array, void>;
}

/** The types that a browser shows without running anything in them; all else is bytes to it. */
const HARMLESS =
  /^(?:image\/(?:jpeg|png|gif|webp|heic|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** @throws AppError NOT_FOUND, until it is here as well */
export async function readAttachment(
  db: WorkspaceDb,
  { id, index }: { id: string; index: number },
): Promise<ReadyFile> {
  const { name, contentType, kind, size } = found((await db.rows(findFile, id, index))[0]);
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let piece = 0; ; piece++) {
      const [row] = await db.rows(findPiece, id, index, piece);
      if (row === undefined) return;
      yield row.bytes;
    }
  }
  const type = contentType?.toLowerCase() ?? '';
  return {
    name: name ?? `${kind}-${index + 1}`,
    contentType: HARMLESS.test(type) ? type : 'application/octet-stream',
    size,
    pieces,
  };
}
