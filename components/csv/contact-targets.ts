/** The fields of a contact that a column of a file can stand for. */
import type { DayOrder } from '@/components/csv/days';
import type { Family } from '@/server/platform/vendors/provider-ids';

export const CONTACT_FIELDS = ['email', 'phone', 'fullName', 'firstName', 'lastName', 'externalRef', 'source'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The families that files of others know as well. */
export const USUAL_SUBSCRIPTIONS = [
  'email',
  'sms',
  'whatsapp',
  'telegram',
  'line',
  'push',
] as const satisfies readonly Family[];
/**
 * The families that our own file alone has a column for: with the usual ones all there are, which a test holds, for the
 * catalogue itself stays out of what the browser loads. Ads are no channel (docs/contract/pixels.md#conversions).
 */
export const OTHER_SUBSCRIPTIONS = [
  'slack',
  'discord',
  'facebook',
  'instagram',
  'threads',
  'tiktok',
  'x',
  'linkedin',
  'youtube',
  'webhook',
  'ads',
] as const satisfies readonly (Family | 'ads')[];
export const SUBSCRIPTION_FAMILIES = [...USUAL_SUBSCRIPTIONS, ...OTHER_SUBSCRIPTIONS] as const;

/**
 * The families of which a column can say that somebody opted out; `all` are the three whose opt-outs hold for the
 * address.
 */
export const OPT_OUT_FAMILIES = ['email', 'sms', 'whatsapp', 'all'] as const;
export type OptOutFamily = (typeof OPT_OUT_FAMILIES)[number];

export const USUAL_HANDLES = [
  'telegram',
  'line',
  'instagram',
  'facebook',
  'tiktok',
  'x',
  'push',
] as const satisfies readonly Family[];
export const OTHER_HANDLES = [
  'slack',
  'discord',
  'threads',
  'linkedin',
  'youtube',
] as const satisfies readonly Family[];
export const HANDLE_FAMILIES = [...USUAL_HANDLES, ...OTHER_HANDLES] as const;

/** Parts of a contact of which several keys may stand in one cell. */
export const MAPS_IN_A_CELL = ['attributes', 'subscriptions', 'socialHandles'] as const;

export const ATTRIBUTE_TYPES = ['text', 'number', 'boolean', 'date'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export type Target =
  | { kind: 'ignore' }
  | { kind: 'field'; field: ContactField }
  | { kind: 'subscription'; family: (typeof SUBSCRIPTION_FAMILIES)[number] }
  /**
   * Somebody who wants no messages: a date, a yes or a word for it makes `unsubscribed`, a no and an empty cell say
   * nothing.
   */
  | { kind: 'optOut'; family: OptOutFamily }
  | { kind: 'handle'; family: (typeof HANDLE_FAMILIES)[number] }
  /** The time when the person agreed: it goes into the ledger of consent. */
  | { kind: 'since' }
  /** `order` is of a column of dates, where its dates leave it open. */
  | { kind: 'attribute'; key: string; type: AttributeType; order?: DayOrder }
  /**
   * Several attributes, subscriptions or handles in one cell, as a JSON object: what our own file has beside its
   * columns.
   */
  | { kind: (typeof MAPS_IN_A_CELL)[number] };
