/**
 * The identity of a contact (docs/contract/contacts.md#identity), and the addresses at which opt-outs apply to the
 * contact.
 */
import { createHash } from 'node:crypto';
import type { AddressFamily } from '@/server/modules/audience/contacts/vocabulary';

/** Every character but + and digits removed; a phone without a digit counts as absent. */
const normalisedPhone = (phone: string | null): string =>
  phone !== null && /[0-9]/.test(phone) ? phone.replace(/[^+0-9]/g, '') : '';

/**
 * Hex SHA-256 of `<email>|<phone>`; an absent value is the empty string. @param email as validated by the schema:
 * trimmed, in lower case
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

/** The phone number in E.164 or, if it cannot be parsed, in the identity's form; null when it has no digit. */
export const phoneAddress = ({ phone, phoneE164 }: Pick<Addresses, 'phone' | 'phoneE164'>): string | null =>
  phoneE164 ?? (normalisedPhone(phone) || null);

/**
 * Returns the address at which an opt-out of a family applies to a contact: the e-mail in lower case, or the phone
 * number as `phoneAddress` returns it.
 */
export const addressOf = (family: AddressFamily, addresses: Addresses): string | null =>
  family === 'email' ? addresses.email : phoneAddress(addresses);

/**
 * SQL of the identity's form of a phone number. The index of contacts with unreadable phone numbers has the same
 * expression.
 */
export const normalisedPhoneOf = (phone: string): string => `regexp_replace(${phone}, '[^+0-9]', '', 'g')`;
