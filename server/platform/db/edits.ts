/**
 * Saves of editors. An editor sends the version of the record that it shows. If somebody saved a newer version since,
 * the save is refused and nothing is written, so that two people, or two tabs, cannot overwrite each other's work
 * unseen.
 */
import type * as z from 'zod';
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb, WorkspaceTx } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { instantIn } from '@/server/platform/lib/fields';

type Lock = WorkspaceStatement<{ updatedAt: Date }, [id: string]>;

const byId = (table: string): Lock =>
  workspaceStatement(
    `edits.lock.${table}`,
    `SELECT r."updatedAt" FROM "${table}" r WHERE r."accountId" = $1 AND r.id = $2 FOR NO KEY UPDATE`,
  );
/** Locks the only record of its kind in a workspace; its id is the workspace's. */
const onlyOne = (table: string): Lock =>
  workspaceStatement(
    `edits.lock.${table}`,
    `SELECT r."updatedAt" FROM "${table}" r WHERE r."accountId" = $1 AND $2::text = $1 FOR NO KEY UPDATE`,
  );

const LOCKS = {
  BlogPost: byId('BlogPost'),
  BroadcastTemplate: byId('BroadcastTemplate'),
  Broadcast: byId('Broadcast'),
  DiscountCode: byId('DiscountCode'),
  MarketingCampaign: byId('MarketingCampaign'),
  AudienceSegment: byId('AudienceSegment'),
  ContactList: byId('ContactList'),
  Form: byId('Form'),
  WebhookEndpoint: byId('WebhookEndpoint'),
  Integration: byId('Integration'),
  Funnel: byId('Funnel'),
  Brief: byId('Brief'),
  Program: byId('Program'),
  ReferralProgram: onlyOne('ReferralProgram'),
  AbandonedCartConfig: onlyOne('AbandonedCartConfig'),
  FeedConfig: onlyOne('FeedConfig'),
  MerchantPixels: onlyOne('MerchantPixels'),
} as const;

export type EditedTable = keyof typeof LOCKS;

const ifUpdatedAt = instantIn.nullish().meta({
  id: 'SeenVersion',
  description:
    'The `updatedAt` that you read. When the record has another one by now, nothing is written: 409 EDIT_CONFLICT. Null: there was no record yet.',
  jsonSchema: { type: ['string', 'null'], format: 'date-time' },
});

/** Adds to an update's input the version that the editor shows. */
export const ofVersion = <Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>) => input.extend({ ifUpdatedAt });

const rememberEditor = workspaceStatement<
  never,
  [table: string, recordId: string, editorId: string | null, savedAt: Date]
>(
  'edits.remember',
  `INSERT INTO "LastEdit" ("accountId", "table", "recordId", "editorId", "savedAt")
    VALUES ($1, $2, $3, $4, $5::timestamptz)
   ON CONFLICT ("accountId", "table", "recordId")
     DO UPDATE SET "editorId" = excluded."editorId", "savedAt" = excluded."savedAt"`,
);

/** Finds the person who saved this version; no row when something other than an editor did. */
const findEditor = workspaceStatement<{ id: string; name: string }, [table: string, recordId: string, savedAt: Date]>(
  'edits.editor',
  `SELECT u.id, u.name FROM "LastEdit" e JOIN "User" u ON u.id = e."editorId"
   WHERE e."accountId" = $1 AND e."table" = $2 AND e."recordId" = $3 AND e."savedAt" = $4::timestamptz`,
);

async function conflict(tx: WorkspaceTx, table: EditedTable, id: string, updatedAt: Date): Promise<AppError> {
  const [editor] = await tx.rows(findEditor, table, id, updatedAt);
  return new AppError('EDIT_CONFLICT', {
    details: {
      updatedAt: updatedAt.toISOString(),
      by: editor?.name ?? null,
      byYou: editor !== undefined && editor.id === tx.actor.id,
    },
  });
}

/** Returns the same transaction with another time. */
function at(tx: WorkspaceTx, now: Date): WorkspaceTx {
  const moved: WorkspaceTx = {
    ...tx,
    now,
    transaction: (work) => work(moved),
    longTransaction: (work) => work(moved),
    prismaTransaction: (work) => work(moved),
  };
  return moved;
}

interface SeenVersion {
  table: EditedTable;
  /** The record's id; for a record that a workspace has only one of, the workspace's id. */
  id: string;
  /** Undefined: any version; null: the record did not exist. */
  ifUpdatedAt: Date | null | undefined;
}

/**
 * Runs `work` while the record is locked and still of that version, at a time that is later than the version.
 * @throws AppError EDIT_CONFLICT with details { updatedAt, by: name | null, byYou }, and whatever `work` throws
 */
export const holdVersion = <Result>(
  db: WorkspaceDb,
  { table, id, ifUpdatedAt: seen }: SeenVersion & { ifUpdatedAt: Date | null },
  work: (tx: WorkspaceTx) => Promise<Result>,
): Promise<Result> =>
  db.prismaTransaction(async (tx) => {
    const [row] = await tx.rows(LOCKS[table], id);
    if (row !== undefined && row.updatedAt.getTime() !== seen?.getTime())
      throw await conflict(tx, table, id, row.updatedAt);
    return await work(at(tx, new Date(Math.max(tx.now.getTime(), seen === null ? 0 : seen.getTime() + 1))));
  });

/**
 * Runs `save` while the record is locked and still has that version; without a version, just runs it. Every save gets a
 * later `updatedAt` than the version before, even within one millisecond, so of saves that began with the same version
 * exactly one succeeds.
 * @throws AppError EDIT_CONFLICT as holdVersion, and whatever `save` throws
 */
export async function saveEdit<Saved>(
  db: WorkspaceDb,
  version: SeenVersion,
  save: (db: WorkspaceDb) => Promise<Saved>,
): Promise<Saved> {
  const { table, id, ifUpdatedAt } = version;
  if (ifUpdatedAt === undefined) return await save(db);
  return await holdVersion(db, { ...version, ifUpdatedAt }, async (tx) => {
    const saved = await save(tx);
    await tx.rows(rememberEditor, table, id, tx.actor.kind === 'session' ? tx.actor.id : null, tx.now);
    return saved;
  });
}
