/** The callbacks that each vendor can make at all: asked of its own adapter, once. */
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Connection } from '@/server/platform/vendors/provider';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import { ANSWERS, type SandboxAnswer } from '@/server/sandbox/vocabulary';

const known = new Map<ProviderId, SandboxAnswer[]>();

/** A channel that holds all that its vendor could sign with. */
function probe(provider: ProviderId): Connection {
  const keys = Object.fromEntries(
    ['callbackSecret', ...providerEntry(provider).credentials.map(({ key }) => key)].map((key) => [key, 'probe']),
  );
  const credentials = withSandboxSecrets({ providers: 'sandbox', providerBases: new Map() }, provider, keys);
  return { channelId: 'probe', credentials, config: {}, externalId: null, base: '' };
}

/** The events of which this vendor sends callbacks; none for vendors without callbacks. */
export function answersOf(provider: ProviderId): SandboxAnswer[] {
  const before = known.get(provider);
  if (before !== undefined) return before;
  const { sandbox } = ADAPTERS[provider];
  const message = { providerMessageId: 'probe', recipient: '+6281234567890', at: new Date(0) };
  const connection = probe(provider);
  const answers = ANSWERS.filter(
    (status) => (sandbox.callback?.({ ...message, status }, connection, 'https://probe.invalid/') ?? null) !== null,
  );
  known.set(provider, answers);
  return answers;
}
