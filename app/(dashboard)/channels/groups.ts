import { CATALOG, type Family, type ProviderEntry } from '@/server/providers/catalog';

/** How the gallery sorts providers: by what they reach people with. */
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

export const providersOf = (group: Group): ProviderEntry[] =>
  [...CATALOG.values()].filter(({ family }) => groupOf(family) === group);
