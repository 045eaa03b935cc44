/** The page or account that a channel of OAuth speaks for, in its config (docs/contract/channels.md#connecting-and-changing). */
import { objectIn } from '@/server/db/stored';
import { listAt, textAt } from '@/server/providers/json';

type Config = Readonly<Record<string, unknown>>;

/**
 * What was chosen stays until another choice is sent: without it every message would fail. The account of the choice,
 * which Instagram names in its callbacks, is the vendor's to tell, so it is never what is sent.
 * @param before the channel's row, `assets` as the vendor listed them
 * @returns what is stored, and whether another page or account is chosen by it
 */
export function withChoice(
  sent: Config,
  before: { via: string; config: unknown; assets: unknown },
): { config: Config; isChosen: boolean } {
  const { assetId: known, assetAccount: knownAccount } = objectIn(before.config);
  const assetId = 'assetId' in sent ? sent.assetId : known;
  if (before.via !== 'oauth') return { config: assetId === undefined ? sent : { ...sent, assetId }, isChosen: false };
  const { assetAccount: _, ...rest } = sent;
  if (assetId === undefined) return { config: rest, isChosen: false };
  const listed = listAt(before.assets).find((asset) => textAt(asset, 'id') === assetId);
  const account = textAt(listed, 'account') ?? (assetId === known ? knownAccount : undefined);
  return {
    config: { ...rest, assetId, ...(account !== undefined && { assetAccount: account }) },
    isChosen: typeof assetId === 'string' && assetId !== known,
  };
}
