import { type Entries } from '@/server/testing/contract/entry';

export const whoami: Entries = () => ({
  'whoami.get': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
});
