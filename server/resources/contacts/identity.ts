/** Who a contact is (2 §2.1, 4 §E), and at which addresses an opt-out holds for it. */
import { createHash } from 'node:crypto';
import type { AddressFamily } from '@/server/resources/contacts/schema';

/** Every character but + and digits removed; a phone without a digit counts as absent. */
const normalisedPhone = (phone: string | null): string =>
  phone !== null && /[0-9]/.test(phone) ? phone.replace(/[^+0-9]/g, '') : '';

/** Hex SHA-256 of `<email>|<phone>`, an absent one as the empty string. @param email as the schema lets it in: trimmed, in lower case */
export const identityHash = (email: string | null, phone: string | null): string =>
  createHash('sha256')
    .update(`${email ?? ''}|${normalisedPhone(phone)}`)
    .digest('hex');

export interface Addresses {
  email: string | null;
  phoneE164: string | null;
}

/** Where a family reaches somebody: e-mail in lower case, or E.164. */
export const addressOf = (family: AddressFamily, addresses: Addresses): string | null =>
  family === 'email' ? addresses.email : addresses.phoneE164;
