/**
 * Fetches the files of messages from the vendors, through the guard against private addresses
 * (docs/contract/inbox.md#attachments). Runs in the worker.
 */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import {
  AttachmentGone,
  FileTooLargeError,
  NotSentError,
  type DownloadedFile,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import type { AttachmentState } from '@/server/modules/messaging/inbox/vocabulary';

const MOST_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** The time for which this worker holds a file; other workers skip it meanwhile. */
const LEASE_MS = 180_000;
const AGAIN_AFTER_MS = [60_000, 5 * 60_000, 30 * 60_000];

interface Due {
  messageId: string;
  index: number;
  ref: string;
  contentType: string | null;
  attempts: number;
  channelId: string;
}

const claim = workspaceStatement<Due, [now: Date, until: Date]>(
  'inbox.claim-attachment',
  `UPDATE "InboxAttachment" a SET "dueAt" = $3::timestamptz, attempts = a.attempts + 1
   FROM (SELECT o."messageId", o.index, m."channelId" FROM "InboxAttachment" o
     JOIN "InboxMessage" m ON m."accountId" = ${THIS_WORKSPACE} AND m.id = o."messageId"
     WHERE o."accountId" = $1 AND o."dueAt" <= $2::timestamptz ORDER BY o."dueAt", o."messageId", o.index LIMIT 1
       FOR UPDATE OF o SKIP LOCKED) due
   WHERE a."accountId" = ${THIS_WORKSPACE} AND a."messageId" = due."messageId" AND a.index = due.index
   RETURNING a."messageId", a.index, a.ref, a."contentType", a.attempts, due."channelId"`,
);
const settle = workspaceStatement<
  { messageId: string },
  [
    messageId: string,
    index: number,
    attempts: number,
    state: AttachmentState,
    dueAt: Date | null,
    size: number | null,
    contentType: string | null,
  ]
>(
  'inbox.settle-attachment',
  `UPDATE "InboxAttachment" a SET state = $5, "dueAt" = $6::timestamptz, ref = CASE
    WHEN $5 = 'fetching' THEN a.ref END, size = coalesce($7::int, a.size), "contentType" = coalesce(a."contentType", $8)
   WHERE a."accountId" = $1 AND a."messageId" = $2 AND a.index = $3 AND a.attempts = $4 AND a.state = 'fetching'
     RETURNING a."messageId"`,
);
const writePiece = workspaceStatement<never, [messageId: string, index: number, piece: number, bytes: Buffer]>(
  'inbox.write-piece',
  `INSERT INTO "InboxAttachmentPiece" ("accountId", "messageId", index, piece, bytes) VALUES ($1, $2, $3, $4, $5)`,
);

type Outcome =
  | { state: 'ready'; file: DownloadedFile; contentType: string | null }
  | { state: 'too_large' | 'gone' | 'failed' }
  | { state: 'again' };

/** Returns the request for the file's bytes, by the adapter of its channel; null: nobody knows the way any more. */
async function requestFor(services: Services, db: WorkspaceDb, { channelId, ref }: Due): Promise<VendorRequest | null> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return null;
  const adapter = ADAPTERS[castStored<ProviderId>(row.provider)];
  // What a program submitted is an address.
  if (adapter.attachment === undefined) return /^https:/i.test(ref) ? { method: 'GET', url: ref, headers: {} } : null;
  return await adapter.attachment(ref, openConnection(services.settings, row), services.transport);
}

async function fetchOne(services: Services, db: WorkspaceDb, due: Due): Promise<Outcome> {
  if (services.transport.download === undefined) return { state: 'failed' };
  try {
    const request = await requestFor(services, db, due);
    if (request === null) return { state: 'gone' };
    const { status, file, headers } = await services.transport.download(request, { mostBytes: MOST_BYTES });
    if (file !== null)
      return { state: 'ready', file, contentType: headers['content-type']?.split(';')[0]?.trim() ?? null };
    if (status === 404 || status === 410) return { state: 'gone' };
    return status === 429 || status >= 500 ? { state: 'again' } : { state: 'failed' };
  } catch (error) {
    if (error instanceof AttachmentGone) return { state: 'gone' };
    if (error instanceof FileTooLargeError) return { state: 'too_large' };
    // A private address, or one that redirects for ever, is so the next time too.
    if (error instanceof NotSentError && error.final) return { state: 'failed' };
    services.log.info({ err: error, messageId: due.messageId }, 'a file could not be fetched');
    return { state: 'again' };
  }
}

/** Stores the whole file or nothing. */
async function keep(
  db: WorkspaceDb,
  due: Due,
  { file, contentType }: Extract<Outcome, { state: 'ready' }>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const mine = await tx.rows(settle, due.messageId, due.index, due.attempts, 'ready', null, file.size, contentType);
    // Taken back, erased, or somebody else's by now.
    if (mine.length === 0) return;
    for (let piece = 0; piece * PIECE_BYTES < file.size; piece++) {
      const bytes = await file.slice(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES).arrayBuffer();
      await tx.rows(writePiece, due.messageId, due.index, piece, Buffer.from(bytes));
    }
  });
}

/** Fetches all due files of a workspace, one after the other. */
export async function fetchAttachments(services: Services, db: WorkspaceDb): Promise<void> {
  for (;;) {
    const [due] = await db.rows(claim, db.now, new Date(db.now.getTime() + LEASE_MS));
    if (due === undefined) return;
    const outcome = await fetchOne(services, db, due);
    if (outcome.state === 'ready') {
      try {
        await keep(db, due, outcome);
      } finally {
        await outcome.file.close();
      }
      continue;
    }
    const wait = outcome.state === 'again' ? AGAIN_AFTER_MS[due.attempts - 1] : undefined;
    const state = outcome.state !== 'again' ? outcome.state : wait === undefined ? 'failed' : 'fetching';
    const dueAt = wait === undefined ? null : new Date(db.now.getTime() + wait);
    await db.rows(settle, due.messageId, due.index, due.attempts, state, dueAt, null, null);
  }
}
