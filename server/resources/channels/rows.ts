/** Rows of ChannelIntegration as we return them. */
import type { Channel, ChannelStatus } from '@/server/resources/channels/schema';
import type { ProviderId } from '@/server/providers/catalog';

/** The columns of the public view (2 §2.3), for Prisma's `select`. */
export const PUBLIC_VIEW = {
  id: true,
  provider: true,
  externalId: true,
  displayName: true,
  status: true,
  config: true,
  scopesGranted: true,
  lastSyncedAt: true,
  expiresAt: true,
  createdAt: true,
} as const;

/**
 * A row selected with PUBLIC_VIEW; the columns hold only what the schemas let in. The view's lastError is null, as the
 * contract has it (2 §2.3); the dashboard asks for it by itself (faults.ts).
 */
export const presentChannel = (row: {
  [Column in Exclude<keyof Channel, 'lastError'>]: Column extends 'provider' | 'status'
    ? string
    : Column extends 'config'
      ? unknown
      : Channel[Column];
}): Channel => ({
  ...row,
  provider: row.provider as ProviderId,
  status: row.status as ChannelStatus,
  config: row.config as Channel['config'],
  lastError: null,
});
