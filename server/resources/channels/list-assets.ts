/** Reads what a person may choose from after OAuth, with the channel's token: the worker's part of assets.ts. */
import { stored } from '@/server/db/stored';
import type { Services } from '@/server/context';
import type { WorkspaceDb } from '@/server/db/workspace';
import { ADAPTERS } from '@/server/providers/adapters';
import { reasonOf } from '@/server/providers/answers';
import type { ProviderId } from '@/server/providers/catalog';
import { isAway } from '@/server/providers/provider';
import { openConnection } from '@/server/providers/connection';

/** The list, or why there is none, goes into the channel's row. */
export async function listAssets(services: Services, db: WorkspaceDb, channelId: string): Promise<void> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return;
  const provider = stored<ProviderId>(row.provider);
  const connection = openConnection(services.settings, row);
  try {
    const assets = (await ADAPTERS[provider].assets?.(connection, services.transport)) ?? [];
    // A token that was renewed meanwhile has its own job: what the old one listed is not its list.
    await db.prisma.channelIntegration.updateMany({
      where: { id: channelId, credentials: row.credentials },
      data: { assets: assets.map((asset) => ({ ...asset })), assetsAt: db.now, assetsError: null },
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : 'The provider did not list them.';
    await db.prisma.channelIntegration.updateMany({
      where: { id: channelId, credentials: row.credentials },
      data: { assetsAt: db.now, assetsError: reasonOf(provider, connection, words) },
    });
    // The vendor is not there: the queue asks again.
    if (isAway(error)) throw error;
  }
}
