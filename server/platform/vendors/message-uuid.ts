import { createHash } from 'node:crypto';

/**
 * Returns a UUID for a message, for vendors whose idempotency keys must be UUIDs: in version 4's form, always the same
 * for the same message.
 */
export function messageUuid(messageId: string): string {
  const bytes = createHash('sha256').update(`laris-message:${messageId}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
