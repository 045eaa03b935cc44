/**
 * The choice after OAuth (docs/contract/channels.md#oauth): the page or account that the channel uses. Listing pages
 * needs the token, which only the worker opens. So a job lists them, and its result stands in the channel's row.
 */
import { objectIn, castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { hookChosen } from '@/server/modules/messaging/inbox/channels';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { listAssetsJob } from '@/server/modules/messaging/channels/jobs';
import { get } from '@/server/modules/messaging/channels/service';
import type { Channel } from '@/server/modules/messaging/channels/schema';

export interface Asset {
  id: string;
  name: string;
}

export interface Assets {
  state: 'none' | 'loading' | 'ready' | 'failed';
  assets: Asset[];
  chosen: string | null;
  error: string | null;
}

const hasAssets = (provider: ProviderId): boolean => ADAPTERS[provider].assets !== undefined;

/** Asks the worker to list the channel's pages or accounts. */
export async function enqueueAssets(
  db: Pick<StatementTx, 'accountId' | 'rows'>,
  channel: { id: string; provider: ProviderId },
): Promise<void> {
  if (hasAssets(channel.provider)) await enqueue(db, listAssetsJob, { channelId: channel.id });
}

/** @throws AppError NOT_FOUND */
export async function assetsOf(db: WorkspaceDb, id: string): Promise<Assets> {
  const row = orNotFound(
    await db.prisma.channelIntegration.findFirst({
      where: { id },
      select: { provider: true, via: true, config: true, assets: true, assetsAt: true, assetsError: true },
    }),
  );
  const { assetId } = objectIn(row.config);
  const chosen = typeof assetId === 'string' ? assetId : null;
  if (row.via !== 'oauth' || !hasAssets(castStored(row.provider)))
    return { state: 'none', assets: [], chosen, error: null };
  if (row.assetsError !== null) return { state: 'failed', assets: [], chosen, error: row.assetsError };
  return {
    state: row.assetsAt === null ? 'loading' : 'ready',
    assets: castStored<{ assets: Asset[] }>(row).assets,
    chosen,
    error: null,
  };
}

/** Lists the pages or accounts again, e.g. after the merchant created a page. @throws AppError NOT_FOUND */
export async function refreshAssets(db: WorkspaceDb, id: string): Promise<Assets> {
  const before = await assetsOf(db, id);
  if (before.state === 'none') return before;
  await db.prismaTransaction(async (tx) => {
    const [row] = await tx.prisma.channelIntegration.updateManyAndReturn({
      where: { id },
      data: { assetsAt: null, assetsError: null },
      select: { provider: true },
    });
    await enqueueAssets(tx, { id, provider: castStored(orNotFound(row).provider) });
  });
  return await assetsOf(db, id);
}

/** Stores the chosen asset with its name, if the current list contains it; else changes nothing. */
const choose = workspaceStatement<{ id: string }, [id: string, asset: string, label: string, at: Date]>(
  'channels.choose-asset',
  `UPDATE "ChannelIntegration" c SET config = (c.config - 'assetAccount') || jsonb_strip_nulls(jsonb_build_object('assetId', a.asset->>'id', 'assetAccount', a.asset->>'account')), "externalId" = a.asset->>'id',
     "displayName" = CASE WHEN c."displayName" = $4::text THEN left(coalesce(nullif(a.asset->>'name', ''), $4::text),
       120) ELSE c."displayName" END, "updatedAt" = $5::timestamptz
   FROM "ChannelIntegration" r CROSS JOIN LATERAL jsonb_array_elements(r.assets) AS a(asset)
   WHERE c."accountId" = $1 AND c.id = $2 AND r."accountId" = c."accountId" AND r.id = c.id AND c.via = 'oauth'
     AND a.asset->>'id' = $3::text
   RETURNING c.id`,
);

/**
 * Chooses a page or account: sets config.assetId and externalId. A channel that still has its provider's name gets the
 * name of the page.
 * @throws AppError NOT_FOUND, VALIDATION for an asset that is not in the list, BAD_STATE for a channel without assets
 */
export async function chooseAsset(db: WorkspaceDb, { id, asset }: { id: string; asset: string }): Promise<Channel> {
  const { provider } = await get(db, id);
  if (!hasAssets(provider))
    throw new AppError('BAD_STATE', { message: 'This channel has no pages or accounts to choose from.' });
  const [row] = await db.rows(choose, id, asset, providerEntry(provider).label, db.now);
  if (row === undefined) throw invalid('asset', 'is not in the list of the provider; load the list again');
  await hookChosen(db, id);
  return await get(db, id);
}
