/**
 * The config (docs/contract/abandoned-cart.md#config): one row a workspace, made by the first PATCH. Only the partner's
 * sweep uses the config; the service does not.
 */
import type { AbandonedCartConfig as ConfigRow } from '@/prisma/generated/client';
import { columnsOf, listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { foreignCampaign, invalid } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Config, ConfigStub, UpdateConfigInput } from '@/server/modules/offers/abandoned-cart/schema';

/** The settings of a workspace that has saved none. */
export const CONFIG_DEFAULTS: ConfigStub = {
  enabled: false,
  delayHours: 4,
  emailSubject: 'You left something in your cart',
  emailPreview: 'Your items are still here. Pick up where you left off.',
  discountCodeId: null,
};

const findConfig = workspaceStatement<ConfigRow>(
  'abandoned-cart.config',
  `SELECT ${columnsOf('AbandonedCartConfig', 'c')} FROM "AbandonedCartConfig" c WHERE c."accountId" = $1`,
);

const SETTINGS = namesOf('AbandonedCartConfig', 'id', 'accountId', 'createdAt', 'updatedAt');

/** $2 holds the fields that were sent, $3 the defaults of a new row. Fields that were not sent stay. */
const saveConfig = workspaceStatement<ConfigRow, [changes: string, defaults: string, now: Date]>(
  'abandoned-cart.config.save',
  `INSERT INTO "AbandonedCartConfig" AS c ("accountId", ${listed(SETTINGS)}, "createdAt", "updatedAt")
   SELECT $1, ${listed(SETTINGS, 'n')}, $4::timestamptz, $4::timestamptz
   FROM jsonb_populate_record(NULL::"AbandonedCartConfig", $3::jsonb || $2::jsonb) n
   ON CONFLICT ("accountId") DO UPDATE SET
     (${listed(SETTINGS)}) = (SELECT ${listed(SETTINGS, 'n')} FROM jsonb_populate_record(c, $2::jsonb) n),
     "updatedAt" = $4::timestamptz
   RETURNING ${columnsOf('AbandonedCartConfig', 'c')}`,
);

const findCampaign = workspaceStatement<{ id: string }, [id: string]>(
  'abandoned-cart.campaign',
  `SELECT m.id FROM "MarketingCampaign" m WHERE m."accountId" = $1 AND m.id = $2`,
);

/** The row, or the five defaults where there is none. */
export async function getConfig(db: WorkspaceDb): Promise<Config | ConfigStub> {
  const [row] = await db.rows(findConfig);
  return row ?? CONFIG_DEFAULTS;
}

/** A config belongs to no campaign. Which of the contract's two reasons for the refusal holds, the id says. */
async function refuseCampaign(db: WorkspaceDb, campaignId: unknown): Promise<never> {
  const isForeign =
    typeof campaignId === 'string' &&
    (campaignId.includes('\0') || (await db.rows(findCampaign, campaignId)).length === 0);
  if (isForeign) throw foreignCampaign();
  throw invalid('marketingCampaignId', 'cannot be set: cart reminder settings belong to no campaign. Leave it out');
}

/**
 * Changes the fields that are sent. @throws AppError VALIDATION for any marketingCampaignId, and for an unknown
 * discountCodeId; PLAN_LIMIT
 */
export async function updateConfig(
  db: WorkspaceDb,
  { marketingCampaignId, ...changes }: UpdateConfigInput,
): Promise<Config> {
  if (marketingCampaignId !== undefined) await refuseCampaign(db, marketingCampaignId);
  requireWithinLimit(await effectivePlan(db), 'abandonedCart', 1);
  const [stored] = Object.keys(changes).length === 0 ? await db.rows(findConfig) : [];
  if (stored !== undefined) return stored;
  try {
    const [row] = await db.rows(saveConfig, JSON.stringify(changes), JSON.stringify(CONFIG_DEFAULTS), db.now);
    if (row === undefined) throw new Error('An upsert without a row.');
    return row;
  } catch (error) {
    throw violates(error, 'AbandonedCartConfig_accountId_discountCodeId_fkey')
      ? invalid('discountCodeId', 'does not name a discount code of this workspace')
      : error;
  }
}
