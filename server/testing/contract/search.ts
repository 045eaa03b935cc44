import type { Entries } from '@/server/testing/contract/entry';

export const search: Entries = () => ({
  'search.records': {
    success: () => ({ q: 'sari' }),
    failure: { input: { q: 'x'.repeat(201) }, code: 'VALIDATION' },
    ids: {},
  },
});
