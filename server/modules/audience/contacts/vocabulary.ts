/** The values and bounds of a contact's fields. Without zod, so that pages that only show contacts need not load it. */

/**
 * The families in which an opt-out applies to the address, for every contact that has it
 * (docs/contract/contacts.md#opt-outs).
 */
export const ADDRESS_FAMILIES = ['email', 'sms', 'whatsapp'] as const;
export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/**
 * The key of `socialHandles` for WhatsApp's user id. No family has this name, so nothing that a merchant stores under
 * `whatsapp` is mistaken for an id.
 */
export const WHATSAPP_USER_ID = 'whatsappUserId';

export const SUBSCRIPTION_STATES = ['subscribed', 'unsubscribed', 'pending'] as const;

/** The actors that may have changed a subscription (docs/contract/contacts.md#consent). */
export const CONSENT_BY = [
  'merchant',
  'key',
  'form',
  'recipient',
  'bounce',
  'complaint',
  'import',
  'stop_word',
  'shop',
  'system',
] as const;
export type ConsentBy = (typeof CONSENT_BY)[number];

/**
 * The merchant's statement about the people in a file: the file says who agreed to marketing; all agreed; not agreed,
 * or unknown (docs/contract/contacts.md#importing-a-file).
 */
export const IMPORT_CONSENTS = ['file', 'agreed', 'unknown'] as const;
export type ImportConsent = (typeof IMPORT_CONSENTS)[number];

/** The source of a contact that an import makes when the row has none (docs/contract/contacts.md#fields). */
export const IMPORT_SOURCE = 'csv_import';
/** Sources that the service sets; a shop or a client may set any other text. */
export const OWN_SOURCES = [
  IMPORT_SOURCE,
  'form',
  'abandoned_cart',
  'shopify',
  'woocommerce',
  'sheet',
  'http',
] as const;
export const CONTACT_SORTS = ['newest', 'oldest'] as const;

/** A phone without a digit counts as absent. */
export const isReachable = ({
  email,
  phone,
}: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): boolean => (email ?? null) !== null || /[0-9]/.test(phone ?? '');

/** The kinds of values that duplicates share, in the order of the list. */
export const SHARED = ['phone', 'email', 'gmail', 'externalRef'] as const;
export type Shared = (typeof SHARED)[number];
/** The most contacts that one merge joins. */
export const MOST_MERGED = 20;
