/**
 * The hash of an entry (docs/contract/audit-log.md#chain). Saved anchors and exports depend on every byte of it, so it
 * never changes: another format would be another chain. chain.test.ts compares it with fixed hashes.
 */
import { createHash } from 'node:crypto';

/** The value in the place of a hash before the first entry. */
export const GENESIS = Buffer.alloc(32);

/**
 * SQL of the text that is hashed: a JSON array of all columns, in the order of the API's fields. PostgreSQL writes it,
 * so a check covers the row as it is stored, and a million rows take seconds.
 * @param e alias of AuditEntry
 */
export const encoded = (e: string): string =>
  `json_build_array(${e}.id, ${e}."accountId", ${e}."actorKind", ${e}."actorId", ${e}."partnerId", ${e}."onBehalfOf", ${e}.action, ${e}."targetType", ${e}."targetId", to_char(${e}."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${e}.data)::text`;

/** The hash of `hashInSql`, computed in JavaScript. */
export const hashAfter = (previous: Uint8Array, text: string): Buffer =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();

/** @param previous SQL of the hash before, as bytea @param text SQL of the entry's text from `encoded` */
export const hashInSql = (previous: string, text: string): string =>
  `sha256(${previous} || convert_to(${text}, 'UTF8'))`;
