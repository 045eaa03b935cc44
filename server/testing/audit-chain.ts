/**
 * The chain of the audit log by another hand: the hash of an entry from what the API answers (docs/contract/audit-log.md
 * #chain), and changes to what nobody may change, as somebody with the database's password could make them.
 */
import { createHash } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';

/** A number without an exponent. */
function plain(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits)!.slice(1);
  const point = whole.length + Number(exponent);
  const all = whole + part;
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${all}` : `${sign}${all.padEnd(point, '0')}`;
}

/** Keys by their length in bytes, then by their bytes. */
const byLength = (a: string, b: string): number =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));

function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    return `{${Object.keys(fields)
      .sort(byLength)
      .map((key) => `${JSON.stringify(key)}: ${jsonText(fields[key])}`)
      .join(', ')}}`;
  }
  return typeof value === 'number' ? plain(value) : JSON.stringify(value);
}

/** An entry as the API answers it. */
export interface ShownEntry extends Record<string, unknown> {
  id: string;
}

const FIELDS = 'id accountId actorKind actorId partnerId onBehalfOf action targetType targetId createdAt data'.split(
  ' ',
);

/** @param previous hexadecimal; null before the first */
export const modelHash = (previous: string | null, entry: ShownEntry): string =>
  createHash('sha256')
    .update(Buffer.from(previous ?? '0'.repeat(64), 'hex'))
    .update(jsonText(FIELDS.map((field) => entry[field])))
    .digest('hex');

/** Runs SQL with the triggers of the audit log switched off, as its owner can. */
export async function tamper({ pool }: Database, ...statements: string[]): Promise<void> {
  const triggers = (turn: 'DISABLE' | 'ENABLE'): string =>
    ['AuditEntry', 'AuditLink'].map((table) => `ALTER TABLE "${table}" ${turn} TRIGGER USER`).join('; ');
  // Of several statements PostgreSQL makes one transaction.
  await pool.query([triggers('DISABLE'), ...statements, triggers('ENABLE')].join('; '));
}
