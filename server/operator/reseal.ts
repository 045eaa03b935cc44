/**
 * The second half of rotating APP_SECRET (docs/contract/shared.md#signature): once the new one is in place and the old
 * one stands in APP_SECRET_PREVIOUS, everything that is kept encrypted is sealed anew, and the old one can be
 * forgotten. Safe to run beside a working service and more than once: a row that changed meanwhile is left as it is,
 * for it is new.
 */
import type { Database } from '@/server/platform/db/client';
import type { AppSecrets, Vault } from '@/server/platform/lib/crypto';
import { keyVault } from '@/server/platform/auth/keys';
import { replyVault } from '@/server/doors/extensions/idempotency';
import { credentialVault } from '@/server/modules/messaging/channels/credentials';
import { creatorContext, creatorVault } from '@/server/modules/creators/collaborations/secrets';
import { integrationVault } from '@/server/modules/shops/connections/credentials';
import { secondFactorVault } from '@/server/modules/account/accounts/second-factor-codes';
import { pixelVault, secretContext } from '@/server/modules/offers/pixels/secrets';
import type { SecretColumn } from '@/server/modules/offers/pixels/vocabulary';
import { endpointVault, previousContext } from '@/server/modules/account/webhooks/secrets';

interface SealedRow {
  /** The row's key: unique in its table, or in its workspace. */
  key: string;
  accountId: string;
  sealed: string;
}

/** A column that holds ciphertexts, and what opens them. */
interface SealedColumn {
  table: string;
  column: string;
  /** SQL of the row's key. */
  key: string;
  vault: (secrets: AppSecrets, accountId: string) => Vault;
  context: (row: SealedRow) => string;
}

const pixelColumn = (column: SecretColumn): SealedColumn => ({
  table: 'MerchantPixels',
  column,
  key: '"accountId"',
  vault: pixelVault,
  context: ({ accountId }) => secretContext(accountId, column),
});

const creatorColumn = (column: 'address' | 'bankDetails'): SealedColumn => ({
  table: 'Collaboration',
  column,
  key: 'id',
  vault: creatorVault,
  context: ({ accountId, key }) => creatorContext({ accountId, id: key }),
});

const COLUMNS: readonly SealedColumn[] = [
  { table: 'ApiKey', column: 'signingKey', key: '"keyId"', vault: keyVault, context: ({ key }) => key },
  { table: 'PlatformKey', column: 'signingKey', key: '"keyId"', vault: keyVault, context: ({ key }) => key },
  { table: 'SecondFactor', column: 'secret', key: '"userId"', vault: secondFactorVault, context: ({ key }) => key },
  { table: 'ChannelIntegration', column: 'credentials', key: 'id', vault: credentialVault, context: ({ key }) => key },
  { table: 'Integration', column: 'credentials', key: 'id', vault: integrationVault, context: ({ key }) => key },
  { table: 'WebhookEndpoint', column: 'secret', key: 'id', vault: endpointVault, context: ({ key }) => key },
  {
    table: 'WebhookEndpoint',
    column: 'previousSecrets',
    key: 'id',
    vault: endpointVault,
    context: ({ key }) => previousContext(key),
  },
  creatorColumn('address'),
  creatorColumn('bankDetails'),
  {
    table: 'IdempotentReply',
    column: 'body',
    key: `"accountId" || ':' || "keyHash"`,
    vault: replyVault,
    context: ({ key }) => key,
  },
  pixelColumn('adPixelACapiAccessToken'),
  pixelColumn('adPixelATestEventCode'),
];

/** Tables whose rows belong to no workspace. */
const OF_NO_WORKSPACE: readonly string[] = ['PlatformKey', 'SecondFactor'];

const BATCH = 1_000;

export interface Resealed {
  /** Columns that were sealed anew. */
  resealed: number;
  /** Columns that no secret opens: the merchant has to enter them again. */
  unreadable: number;
}

/** Seals anew, under the present secret, what was sealed under an old one. */
export async function resealAll({ pool }: Pick<Database, 'pool'>, secrets: AppSecrets): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: 0 };
  for (const place of COLUMNS) {
    for (let after = ''; ;) {
      const { rows } = await pool.query<SealedRow>(
        `SELECT ${place.key} AS key, ${OF_NO_WORKSPACE.includes(place.table) ? `''` : '"accountId"'} AS "accountId", "${place.column}" AS sealed
         FROM "${place.table}" WHERE "${place.column}" IS NOT NULL AND ${place.key} > $1 ORDER BY 1 LIMIT ${BATCH}`,
        [after],
      );
      for (const row of rows) {
        const outcome = await reseal(pool, place, secrets, row);
        if (outcome !== null) total[outcome] += 1;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.key;
    }
  }
  return total;
}

/** Null: there was nothing to do. */
async function reseal(
  pool: Database['pool'],
  { table, column, key, vault, context }: SealedColumn,
  secrets: AppSecrets,
  row: SealedRow,
): Promise<keyof Resealed | null> {
  const opener = vault(secrets, row.accountId);
  const isOfWorkspace = !OF_NO_WORKSPACE.includes(table);
  if (!opener.isStale(row.sealed)) return null;
  let text: string;
  try {
    text = opener.open(row.sealed, context(row));
  } catch {
    return 'unreadable';
  }
  const { rowCount } = await pool.query(
    `UPDATE "${table}" SET "${column}" = $3
      WHERE ${key} = $1 AND "${column}" = $2${isOfWorkspace ? ' AND "accountId" = $4' : ''}`,
    [row.key, row.sealed, opener.seal(text, context(row)), ...(isOfWorkspace ? [row.accountId] : [])],
  );
  return rowCount === 0 ? null : 'resealed';
}
