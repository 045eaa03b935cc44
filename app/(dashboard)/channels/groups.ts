import { CATALOG } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';

/** The groups of providers in the gallery: by what they reach people with. */
export const GROUPS = ['email', 'sms', 'messaging', 'push', 'social', 'generic'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Partial<Record<Family, Group>> = {
  email: 'email',
  sms: 'sms',
  whatsapp: 'messaging',
  telegram: 'messaging',
  line: 'messaging',
  slack: 'messaging',
  discord: 'messaging',
  push: 'push',
  webhook: 'generic',
};

/** Every other family is a social network's. */
const groupOf = (family: Family): Group => GROUP_OF[family] ?? 'social';

/** @param offered by this server */
export const providersOf = (group: Group, offered: readonly ProviderId[]): ProviderEntry[] =>
  [...CATALOG.values()].filter(({ id, family }) => offered.includes(id) && groupOf(family) === group);
