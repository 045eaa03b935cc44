/** A vendor's name for a person, by kind, so that only a number can become a phone number. */
import type { Family } from '@/server/platform/vendors/provider-ids';

/** A number in E.164. */
export type Phone = `+${string}`;
export type Recipient =
  | { kind: 'email'; address: string }
  | { kind: 'phone'; address: Phone }
  /** The vendor's own id of a person: a chat, a user, a page-scoped id, or WhatsApp's id within the business. */
  | { kind: 'handle'; address: string };

/**
 * WhatsApp's id of a user within the business: a country, a point, up to 128 letters and digits; with `ENT` between for
 * a parent business
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids). No number has a
 * point after two letters.
 */
export const isUserId = (recipient: string): boolean => /^[A-Z]{2}\.[\w.]+$/.test(recipient);

/** Matches digits as people and vendors group them; a text with a letter is no number. */
const NUMBER = /^\+?[\d ().-]+$/;

function phoneOf(address: string): Recipient | undefined {
  const digits = address.replace(/\D/g, '');
  return NUMBER.test(address.trim()) && digits.length >= 7 && digits.length <= 15
    ? { kind: 'phone', address: `+${digits}` }
    : undefined;
}

/** Returns the person that a vendor of a family names; undefined for a name that we cannot use. */
export function recipientOf(family: Family, address: string): Recipient | undefined {
  if (address === '' || address.includes('\0')) return undefined;
  switch (family) {
    case 'email':
      return address.includes('@') ? { kind: 'email', address: address.trim().toLowerCase() } : undefined;
    case 'sms':
      return phoneOf(address);
    case 'whatsapp':
      return isUserId(address) ? { kind: 'handle', address } : phoneOf(address);
    default:
      return { kind: 'handle', address };
  }
}
