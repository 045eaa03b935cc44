/** Rows of ChannelIntegration in the form of our answers. */
import { castStored, type Stored } from '@/server/platform/db/stored';
import type { Channel } from '@/server/modules/messaging/channels/schema';

/** The columns of the public view (docs/contract/channels.md#fields), for Prisma's `select`. */
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
 * A row selected with PUBLIC_VIEW. The view's lastError is null, as the contract says; the dashboard reads it
 * separately (refused-channels.ts).
 */
export const presentChannel = (row: Stored<Omit<Channel, 'lastError'>>): Channel =>
  castStored<Channel>({ ...row, lastError: null });
