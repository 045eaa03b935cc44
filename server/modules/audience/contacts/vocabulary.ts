/**
 * The words that fields of contacts take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */

/**
 * The families in which an opt-out holds for the address, whatever contact it stands on
 * (docs/contract/contacts.md#opt-outs).
 */
export const ADDRESS_FAMILIES = ['email', 'sms', 'whatsapp'] as const;
export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/**
 * The key of `socialHandles` under which WhatsApp's id of the user stands. No family has this name, so that nothing
 * that a merchant keeps under `whatsapp` is taken for an id.
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
 * The merchant's statement about the people in a file: the file says who agreed to marketing; all of them agreed; they
 * did not, or nobody knows (docs/contract/contacts.md#importing-a-file).
 */
export const IMPORT_CONSENTS = ['file', 'agreed', 'unknown'] as const;
export type ImportConsent = (typeof IMPORT_CONSENTS)[number];

/** The source of a contact that an import makes when the row has none (docs/contract/contacts.md#fields). */
export const IMPORT_SOURCE = 'csv_import';
/** Sources that the service gives; a shop or a client may write any other. */
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

/** The values that duplicates share, in the order in which they are listed. */
export const SHARED = ['phone', 'email', 'gmail', 'externalRef'] as const;
export type Shared = (typeof SHARED)[number];
/** The largest number of contacts that go into one at once. */
export const MOST_MERGED = 20;
