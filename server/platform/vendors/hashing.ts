/** Names people to Meta as hashes only. */
import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 hex of the e-mail after trimming and lowercasing, nothing else (docs/contract/pixels.md#conversions). */
export const hashedEmail = (email: string): string => sha256(email.trim().toLowerCase());

/** SHA-256 hex of the customer's id as the shop has it; Meta recommends that an external_id is hashed. */
export const hashedCustomerId = (customerId: string): string => sha256(customerId);
