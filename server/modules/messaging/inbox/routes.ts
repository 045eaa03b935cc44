/** Files of messages, which are no JSON, and the callbacks of operators' apps at Meta, which name no channel. */
import { validationError } from '@/server/platform/errors';
import { attachmentInput } from '@/server/modules/messaging/inbox/schema';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { merchant } from '@/server/platform/access/procedures';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';

/** A file of a message as its bytes (docs/contract/inbox.md#attachments), read a piece at a time. */
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

interface ReadyFile {
  name: string;
  contentType: string;
  size: number;
  pieces: () => AsyncGenerator<Uint8Array, void>;
}

/** The types that a browser shows without running anything in the file; any other file is sent as bytes. */
const HARMLESS =
  /^(?:image\/(?:jpeg|png|gif|webp|heic|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** @throws AppError NOT_FOUND, also while the file is not fetched yet */
async function readAttachment(db: WorkspaceDb, { id, index }: { id: string; index: number }): Promise<ReadyFile> {
  const { name, contentType, kind, size } = orNotFound((await db.rows(findFile, id, index))[0]);
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

/** A file name for a header: RFC 6266, with an ASCII name for programs that read only ASCII. */
const fileName = (name: string): string =>
  `filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

export const inboxRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/inbox/messages/{id}/attachments/{index}',
    access: merchant,
    answers: 'json',
    type: 'application/octet-stream',
    async read({ db, params }) {
      const input = attachmentInput.safeParse(params);
      if (!input.success) throw validationError(input.error);
      const { name, contentType, size, pieces } = await readAttachment(db, input.data);
      return {
        headers: {
          'content-type': contentType,
          'content-length': String(size),
          // Always saved, never shown: what somebody sent in must not run as a page of ours.
          'content-disposition': `attachment; ${fileName(name)}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
        body: pieces(),
      };
    },
    info: {
      parameters: attachmentInput,
      summary: 'Download a file of a message',
      description: 'Returns the bytes of the file. 404 until the file has been fetched, and after it was deleted.',
      tags: ['Inbox'],
      errors: ['NOT_FOUND', 'VALIDATION'],
      success: { status: 200, description: 'The bytes of the file.', type: 'application/octet-stream' },
    },
  }),
];
