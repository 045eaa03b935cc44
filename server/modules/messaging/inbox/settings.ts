/** The inbox settings of a workspace (docs/contract/inbox.md#settings). */
import { objectIn } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import {
  away as awaySchema,
  type Away,
  type Settings,
  type UpdateSettingsInput,
} from '@/server/modules/messaging/inbox/schema';

const AWAY: Away = {
  enabled: false,
  text: 'Terima kasih! Kami membalas begitu toko buka. · Thank you! We answer as soon as we are open.',
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
};

const find = workspaceStatement<{ away: unknown; stopWords: string[]; startWords: string[] }>(
  'inbox.settings',
  `SELECT s.away, s."stopWords", s."startWords" FROM "InboxSettings" s WHERE s."accountId" = $1`,
  { isBrief: true },
);
const write = workspaceStatement<
  never,
  [away: string, stopWords: readonly string[], startWords: readonly string[], now: Date]
>(
  'inbox.write-settings',
  `INSERT INTO "InboxSettings" ("accountId", away, "stopWords", "startWords", "updatedAt")
    VALUES ($1, $2::jsonb, $3::text[], $4::text[], $5::timestamptz)
   ON CONFLICT ("accountId") DO UPDATE SET away = excluded.away, "stopWords" = excluded."stopWords",
     "startWords" = excluded."startWords", "updatedAt" = excluded."updatedAt"`,
);
/** Two who change different fields lose neither. */
const lock = workspaceStatement<{ accountId: string }>(
  'inbox.lock-settings',
  `SELECT a.id AS "accountId" FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id FOR NO KEY UPDATE OF a`,
);

export async function readSettings(db: Pick<StatementTx, 'rows'>): Promise<Settings> {
  const [row] = await db.rows(find);
  const away = awaySchema.safeParse({ ...AWAY, ...objectIn(row?.away) });
  return { away: away.data ?? AWAY, stopWords: row?.stopWords ?? [], startWords: row?.startWords ?? [] };
}

export async function updateSettings(db: WorkspaceDb, sent: UpdateSettingsInput): Promise<Settings> {
  return await db.transaction(async (tx) => {
    await tx.rows(lock);
    const before = await readSettings(tx);
    const after = { ...before, ...sent };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await tx.rows(write, JSON.stringify(after.away), after.stopWords, after.startWords, tx.now);
    const fields = (['away', 'stopWords', 'startWords'] as const).filter((key) => sent[key] !== undefined);
    await tx.audit({ action: 'inbox.update', targetType: 'inbox', targetId: tx.accountId, data: { fields } });
    return after;
  });
}
