/**
 * The dashboard's import of a file (docs/contract/contacts.md#importing): the browser reads the file and sends it in
 * chunks; the worker checks the whole file, then imports it. An invalid row is refused alone, not the whole file as in
 * POST import.
 */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { IMPORT_CONSENTS } from '@/server/modules/audience/contacts/vocabulary';

export const MAX_ROWS = 200_000;
export const MAX_CHUNK_ROWS = 2000;
export const IMPORT_STATUSES = ['uploading', 'checking', 'checked', 'importing', 'done', 'canceled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const createInput = z.object({
  fileName: text(1, 255),
  totalRows: z.number().int().min(1).max(MAX_ROWS),
  listName: text(1, 120).nullish(),
  skipExisting: z.boolean().default(false),
  /** Left out: nobody was asked, and a new contact without a word counts as subscribed. */
  consent: z.enum(IMPORT_CONSENTS).nullish(),
  /** The file's own column names, for the file of refused rows. */
  headers: list(text(0, 1000), 500).default([]),
  /** The browser's own data for continuing: mapping, delimiter, encoding. Only the browser reads it. */
  plan: freeForm(256 * 1024).default({}),
});
export type CreateInput = z.output<typeof createInput>;

const chunkRow = z.object({
  /** Zero-based row of the file. */
  row: z
    .number()
    .int()
    .min(0)
    .max(MAX_ROWS - 1),
  /** A contact's mapped fields. The worker validates them, so that an invalid field refuses only its row. */
  contact: freeForm(256 * 1024),
  cells: list(text(0, 10_000), 500),
  /** A problem that the browser has found, such as PHONE_SCIENTIFIC; the row is refused with this reason. */
  problem: ofLength(z.string(), 60)
    .regex(/^[A-Z][A-Z_]{0,59}$/)
    .optional(),
  /** The time when the person agreed, according to the file. The ledger keeps it beside the time of the import. */
  since: ofLength(z.string(), 24)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .optional(),
});
export type ChunkRow = z.output<typeof chunkRow>;
export const putChunkInput = z.object({
  id: idIn,
  position: z
    .number()
    .int()
    .min(0)
    .max(MAX_ROWS - 1),
  firstRow: z
    .number()
    .int()
    .min(0)
    .max(MAX_ROWS - 1),
  rows: list(chunkRow, MAX_CHUNK_ROWS).min(1),
});
export type PutChunkInput = z.output<typeof putChunkInput>;

const figures = {
  id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  totalRows: z.number(),
  /** The rows done of the dry run while checking, then of the import. */
  doneRows: z.number(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  refused: z.number(),
  createdAt: instantOut,
  startedAt: instantOut.nullable(),
  finishedAt: instantOut.nullable(),
};
export const contactImport = z.object({
  ...figures,
  listName: z.string().nullable(),
  listId: z.string().nullable(),
  skipExisting: z.boolean(),
  consent: z.enum(IMPORT_CONSENTS).nullable(),
  headers: z.array(z.string()),
  plan: z.record(z.string(), z.unknown()),
  updatedAt: instantOut,
  /** The contacts that an undo removed. */
  removed: z.number(),
  restored: z.number(),
  kept: z.number(),
  undoneAt: instantOut.nullable(),
  /** Until when the import can be undone; null: it cannot. */
  undoUntil: instantOut.nullable(),
  uploadedRows: z.number(),
  /** Positions of the chunks that are held while uploading. */
  uploadedChunks: z.array(z.number()),
  /** Why rows are refused, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), rows: z.number() })),
  /** Warnings about rows that are imported without a value, or with an unusable value. */
  warnings: z.array(z.object({ reason: z.string(), rows: z.number() })),
  /**
   * Rows that share an e-mail with another row of the file, and have another identity: each becomes a contact. By the
   * look at the file.
   */
  sharedEmails: z.number(),
});
export type ContactImport = z.output<typeof contactImport>;

export const undoInput = z.object({
  id: idIn,
  dryRun: z.boolean().default(false).meta({ description: 'True returns the figures and changes nothing.' }),
});
export const undoOutput = z.object({
  removed: z.number().meta({ description: 'Contacts that the import created and nothing has touched since.' }),
  restored: z.number().meta({ description: 'Earlier contacts that got back what nobody has changed since.' }),
  kept: z.number().meta({ description: 'Contacts of the import that stay as they are.' }),
});
export type UndoFigures = z.output<typeof undoOutput>;

export const byId = z.object({ id: idIn });
export const putChunkOutput = z.object({
  id,
  position: z.number(),
  uploadedRows: z.number(),
  status: z.enum(IMPORT_STATUSES),
});
export const statusOutput = z.object({ id, status: z.enum(IMPORT_STATUSES) });
export const listOutput = z.object({ imports: z.array(z.object(figures)) });

export const refusalsInput = z.object({
  id: idIn,
  limit: z.number().int().min(1).max(5000).default(1000),
  after: z.number().int().min(-1).default(-1),
  /** True: the imported rows with warnings, instead of the refused rows. */
  warnings: z.boolean().default(false),
});
export const refusalsOutput = z.object({
  items: z.array(z.object({ row: z.number(), reason: z.string(), cells: z.array(z.string()) })),
  /** `after` of the next page. */
  next: z.number().nullable(),
});
