/** What the gallery of providers shows of the operator's settings. */
import type { Settings } from '@/server/env';
import { CATALOG, type ProviderId } from '@/server/providers/catalog';
import { offeredIds } from '@/server/providers/offered';
import { inSandbox } from '@/server/providers/sandbox-mode';

/** Where the vendor sends the person back to; the operator registers it with the vendor. */
export const redirectUri = (settings: Pick<Settings, 'baseUrl'>, provider: ProviderId): string =>
  `${settings.baseUrl}/api/v1/channels/oauth/${provider}/callback`;

export interface Setup {
  /** Those that this server has. */
  offered: ProviderId[];
  sandbox: ProviderId[];
  oauth: { provider: ProviderId; configured: boolean; redirectUri: string; settings: string[] }[];
}

export function setupOf(settings: Pick<Settings, 'baseUrl' | 'oauthClients' | 'providers' | 'providerBases'>): Setup {
  const withOAuth = [...CATALOG.values()].filter(({ oauth }) => oauth !== undefined);
  return {
    offered: offeredIds(),
    sandbox: offeredIds().filter((id) => inSandbox(settings, id)),
    oauth: withOAuth.map(({ id }) => ({
      provider: id,
      configured: settings.oauthClients.has(id),
      redirectUri: redirectUri(settings, id),
      settings: ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => `OAUTH_${id.toUpperCase()}_${name}`),
    })),
  };
}
