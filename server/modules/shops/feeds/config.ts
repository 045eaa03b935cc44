/** The feed's config (docs/contract/feeds.md#config): one row a workspace, made by the first PATCH. */
import type { FeedConfig as ConfigRow } from '@/prisma/generated/client';
import { columnsOf, listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { foreignCampaign } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { FeedConfig, FeedConfigStub, UpdateConfigInput } from '@/server/modules/shops/feeds/schema';
import { auditOwnAttachment } from '@/server/modules/account/audit-log/campaign-attachment';

/** The config of a workspace that never saved one. */
const DEFAULTS: FeedConfigStub = { enabled: true, defaultProductCategory: null, includeUnpublished: false };

const findConfig = workspaceStatement<ConfigRow>(
  'feeds.config',
  `SELECT ${columnsOf('FeedConfig', 'c')} FROM "FeedConfig" c WHERE c."accountId" = $1`,
);

const SETTINGS = namesOf('FeedConfig', 'id', 'accountId', 'createdAt', 'updatedAt');

/** $2 holds the fields that were sent, $3 the defaults of a new row. Fields that were not sent stay. */
const saveConfig = workspaceStatement<ConfigRow, [changes: string, defaults: string, now: Date]>(
  'feeds.config.save',
  `INSERT INTO "FeedConfig" AS c ("accountId", ${listed(SETTINGS)}, "createdAt", "updatedAt")
   SELECT $1, ${listed(SETTINGS, 'n')}, $4::timestamptz, $4::timestamptz
     FROM jsonb_populate_record(NULL::"FeedConfig", $3::jsonb || $2::jsonb) n
   ON CONFLICT ("accountId") DO UPDATE SET
     (${listed(SETTINGS)}) = (SELECT ${listed(SETTINGS, 'n')} FROM jsonb_populate_record(c, $2::jsonb) n),
     "updatedAt" = $4::timestamptz
   RETURNING ${columnsOf('FeedConfig', 'c')}`,
);

const makeConfig = workspaceStatement<never, [now: Date]>(
  'feeds.config.make',
  `INSERT INTO "FeedConfig" ("accountId", "createdAt", "updatedAt") VALUES ($1, $2::timestamptz, $2::timestamptz)
    ON CONFLICT ("accountId") DO NOTHING`,
);

const lockConfig = workspaceStatement<Pick<ConfigRow, 'marketingCampaignId'>>(
  'feeds.config.lock',
  `SELECT c."marketingCampaignId" FROM "FeedConfig" c WHERE c."accountId" = $1 FOR NO KEY UPDATE`,
);

/** The row, or the defaults alone where there is none. */
export async function getConfig(db: WorkspaceDb): Promise<FeedConfig | FeedConfigStub> {
  const [row] = await db.rows(findConfig);
  return row ?? DEFAULTS;
}

async function save(db: Pick<StatementTx, 'rows' | 'now'>, changes: UpdateConfigInput): Promise<ConfigRow> {
  const [row] = await db.rows(saveConfig, JSON.stringify(changes), JSON.stringify(DEFAULTS), db.now);
  if (row === undefined) throw new Error('An upsert without a row.');
  return row;
}

/**
 * Locks the row, and creates it first if there is none, so that of two calls at once the later sees what the earlier
 * wrote.
 */
async function saveAndFile(tx: StatementTx, changes: UpdateConfigInput): Promise<ConfigRow> {
  let [before] = await tx.rows(lockConfig);
  if (before === undefined) {
    await tx.rows(makeConfig, tx.now);
    [before] = await tx.rows(lockConfig);
  }
  const row = await save(tx, changes);
  await auditOwnAttachment(tx, 'feed', row.id, before?.marketingCampaignId ?? null, row.marketingCampaignId);
  return row;
}

/** Changes the fields that are sent. @throws AppError PLAN_LIMIT, VALIDATION with CAMPAIGN_NOT_IN_ACCOUNT */
export async function updateConfig(db: WorkspaceDb, changes: UpdateConfigInput): Promise<FeedConfig> {
  requireWithinLimit(await effectivePlan(db), 'feeds', 1);
  const [stored] = Object.keys(changes).length === 0 ? await db.rows(findConfig) : [];
  if (stored !== undefined) return stored;
  try {
    return changes.marketingCampaignId === undefined
      ? await save(db, changes)
      : await db.transaction((tx) => saveAndFile(tx, changes));
  } catch (error) {
    if (violates(error, 'FeedConfig_accountId_marketingCampaignId_fkey')) {
      throw foreignCampaign();
    }
    throw error;
  }
}
