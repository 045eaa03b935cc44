/** The operator's settings that the gallery of providers shows. */
import type { Settings } from '@/server/platform/env';
import { CATALOG } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { enabledProviders } from '@/server/platform/vendors/enabled';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';

/** The address to which the vendor sends the person back; the operator registers it with the vendor. */
export const redirectUri = (settings: Pick<Settings, 'baseUrl'>, provider: ProviderId): string =>
  `${settings.baseUrl}/api/v1/channels/oauth/${provider}/callback`;

export interface Setup {
  /** The providers that this server has. */
  offered: ProviderId[];
  sandbox: ProviderId[];
  oauth: { provider: ProviderId; configured: boolean; redirectUri: string; settings: string[] }[];
}

export function setupOf(settings: Pick<Settings, 'baseUrl' | 'oauthClients' | 'providers' | 'providerBases'>): Setup {
  const withOAuth = [...CATALOG.values()].filter(({ oauth }) => oauth !== undefined);
  return {
    offered: enabledProviders(),
    sandbox: enabledProviders().filter((id) => inSandbox(settings, id)),
    oauth: withOAuth.map(({ id }) => ({
      provider: id,
      configured: settings.oauthClients.has(id),
      redirectUri: redirectUri(settings, id),
      settings: ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => `OAUTH_${id.toUpperCase()}_${name}`),
    })),
  };
}
