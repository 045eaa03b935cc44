import { type Entries } from '@/server/testing/contract/entry';

export const insights: Entries = () => ({
  'insights.setup': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
  'insights.home': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
});
