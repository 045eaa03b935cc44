/** The ids of providers, and the families by which contents and subscriptions are keyed. */
import { isOneOf } from '@/server/platform/lib/records';

/** The keys of a provider's content and of a contact's subscription. */
export const FAMILIES = [
  'email',
  'sms',
  'whatsapp',
  'telegram',
  'line',
  'slack',
  'discord',
  'push',
  'facebook',
  'instagram',
  'threads',
  'tiktok',
  'x',
  'linkedin',
  'youtube',
  'webhook',
] as const;
export type Family = (typeof FAMILIES)[number];

export const PROVIDER_IDS = [
  'email_p1',
  'email_p2',
  'email_p3',
  'email_p4',
  'email_p5',
  'email_smtp',
  'sms_p1',
  'sms_p2',
  'msg_p1',
  'msg_p2',
  'msg_p3',
  'msg_p4',
  'msg_p5',
  'msg_p6',
  'push_p1',
  'push_p2',
  'social_p1',
  'social_p2',
  'social_p3',
  'social_p4',
  'social_p5',
  'social_p6',
  'social_p7',
  'webhook_generic',
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The provider that exists only with EXTENSIONS=smtp; all others are in the contract. */
export const WITH_SMTP: ProviderId = 'email_smtp';

/** Checks whether a text, e.g. of a path, is a provider's id. */
export const isProviderId = (text: string): text is ProviderId => isOneOf(PROVIDER_IDS, text);
