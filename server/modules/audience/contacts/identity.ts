/**
 * The identity of a contact (docs/contract/contacts.md#identity), and the addresses at which an opt-out holds for it.
 */
import { createHash } from 'node:crypto';
import type { AddressFamily } from '@/server/modules/audience/contacts/vocabulary';

/** Every character but + and digits removed; a phone without a digit counts as absent. */
const normalisedPhone = (phone: string | null): string =>
  phone !== null && /[0-9]/.test(phone) ? phone.replace(/[^+0-9]/g, '') : '';

/**
 * Hex SHA-256 of `<email>|<phone>`, an absent one as the empty string. @param email as the schema lets it in: trimmed,
 * in lower case
 */
export const identityHash = (email: string | null, phone: string | null): string =>
  createHash('sha256')
    .update(`${email ?? ''}|${normalisedPhone(phone)}`)
    .digest('hex');

export interface Addresses {
  email: string | null;
  phoneE164: string | null;
  /** As sent. */
  phone: string | null;
}

/** A phone in E.164, or, where it cannot be read, as the identity has it; null without a digit. */
export const phoneAddress = ({ phone, phoneE164 }: Pick<Addresses, 'phone' | 'phoneE164'>): string | null =>
  phoneE164 ?? (normalisedPhone(phone) || null);

/**
 * Returns the address at which an opt-out of a family holds for somebody: e-mail in lower case, or the phone as above.
 */
export const addressOf = (family: AddressFamily, addresses: Addresses): string | null =>
  family === 'email' ? addresses.email : phoneAddress(addresses);

/** The identity's form of a phone, as SQL; as in the index of contacts whose phone cannot be read. */
export const normalisedPhoneOf = (phone: string): string => `regexp_replace(${phone}, '[^+0-9]', '', 'g')`;
