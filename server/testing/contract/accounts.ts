import { type Entries } from '@/server/testing/contract/entry';
import { unique } from '@/server/testing/factories';

export const accounts: Entries = () => ({
  'accounts.signUp': { success: () => ({ workspaceName: 'Toko', name: 'Sari', email: `${unique('s')}@example.test`, password: 'a long password' }), failure: { input: {}, code: 'VALIDATION' }, ids: {} },
  'accounts.current': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
});
