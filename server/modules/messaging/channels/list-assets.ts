/**
 * Lists the pages or accounts that a person may choose from after OAuth, with the channel's token. The worker's part of
 * assets.ts.
 */
import { castStored } from '@/server/platform/db/stored';
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { reasonOf } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { isAway } from '@/server/platform/vendors/provider';
import { openConnection } from '@/server/modules/messaging/adapters/connection';

/** Stores the list, or the reason why it cannot be read, in the channel's row. */
export async function listAssets(services: Services, db: WorkspaceDb, channelId: string): Promise<void> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return;
  const provider = castStored<ProviderId>(row.provider);
  const connection = openConnection(services.settings, row);
  try {
    const assets = (await ADAPTERS[provider].assets?.(connection, services.transport)) ?? [];
    // A token that was renewed meanwhile has its own job: what the old one listed is not its list.
    await db.prisma.channelIntegration.updateMany({
      where: { id: channelId, credentials: row.credentials },
      data: { assets: assets.map((asset) => ({ ...asset })), assetsAt: db.now, assetsError: null },
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : 'The provider did not return the list. Try again.';
    await db.prisma.channelIntegration.updateMany({
      where: { id: channelId, credentials: row.credentials },
      data: { assetsAt: db.now, assetsError: reasonOf(provider, connection, words) },
    });
    // The vendor is not there: the queue asks again.
    if (isAway(error)) throw error;
  }
}
