/** Names people to Meta as hashes only. */
import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns SHA-256 hex of the e-mail, trimmed and in lower case (docs/contract/pixels.md#conversions). */
export const hashedEmail = (email: string): string => sha256(email.trim().toLowerCase());

/** Returns SHA-256 hex of the shop's customer id; Meta recommends hashing an external_id. */
export const hashedCustomerId = (customerId: string): string => sha256(customerId);
