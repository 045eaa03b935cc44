/**
 * The format of a backup: gzip over lines of text. The first line is the header, then for each table its name and its
 * rows, each as PostgreSQL writes a row and as a JSON string; the last line has the number of rows and the SHA-256 of
 * all lines before it, so that a file that was cut off or changed is told before anything is written.
 *
 *   {"format":"laris-backup","version":1,…}
 *   {"table":"Account"}
 *   "(c06b6cfa81f3a9d2e4b7c6058,\"Kopi Nusantara\",…)"
 *   {"rows":{"Account":1,…},"sha256":"…"}
 */
import * as z from 'zod';

/** Something that keeps a backup from being made or restored; `message` is one line for the operator. */
export class BackupError extends Error {}

export const FORMAT = 'laris-backup';
/** Raised when a file is written differently. */
export const VERSION = 1;

const table = z.object({
  name: z.string(),
  /** `name type` in the order of the rows. */
  columns: z.array(z.string()),
});
export type Table = z.output<typeof table>;

export const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The version of Laris. */
  laris: z.string(),
  /** The service's time at which it was made. */
  createdAt: z.iso.datetime(),
  /** The migrations that the database had applied. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In an order in which no row refers to one of a later table. */
  tables: z.array(table),
  /** The position of each sequence. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** A text sealed under APP_SECRET, which tells whether it is the same secret where the file is restored. */
  sealed: z.string(),
});
export type Header = z.output<typeof header>;

export const tableLine = z.object({ table: z.string() });

export const trailer = z.object({ rows: z.record(z.string(), z.int().min(0)), sha256: z.string() });
export type Trailer = z.output<typeof trailer>;

/** The text that is sealed, and the Vault's purpose. */
export const SEALED = 'laris-backup';
