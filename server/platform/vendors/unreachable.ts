/**
 * Vendors that can be connected but have no API to message a person (docs/contract/channels.md#providers): their
 * messages fail, saying so.
 */
import type { Accounts } from '@/server/modules/messaging/adapters/account-list';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Provider } from '@/server/platform/vendors/provider';

export const unreachable = (id: ProviderId, assets: Accounts): Provider => ({
  id,
  send: () => Promise.resolve({ kind: 'failed', reason: `${providerEntry(id).label} has no API to message a person.` }),
  // Nothing is ever handed over, so there is nothing that the vendor could accept.
  sandbox: { accepted: () => ({ status: 404, headers: {}, body: '' }) },
  assets,
});
