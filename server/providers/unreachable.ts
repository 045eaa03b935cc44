/**
 * Vendors that can be connected but have no API to message a person (docs/contract/channels.md#providers): their
 * messages fail, saying so.
 */
import type { Accounts } from '@/server/providers/account-list';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import type { Provider } from '@/server/providers/provider';

export const unreachable = (id: ProviderId, assets: Accounts): Provider => ({
  id,
  send: () => Promise.resolve({ kind: 'failed', reason: `${providerEntry(id).label} has no API to message a person.` }),
  // Nothing is ever handed over, so there is nothing that the vendor could accept.
  sandbox: { accepted: () => ({ status: 404, headers: {}, body: '' }) },
  assets,
});
