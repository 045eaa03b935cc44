/** Platform keys: only operators create and revoke them, by command; no route does (docs/contract/admin.md#keys). */
import type * as z from 'zod';
import type { KeyStore } from '@/server/platform/auth/keys';
import {
  operatorStatement,
  partnerStatement,
  type OperatorDb,
  type PartnerDb,
} from '@/server/platform/db/installation';
import { AppError } from '@/server/platform/errors';
import { badState, readPartner } from '@/server/modules/account/admin/rows';
import type { keysOutput } from '@/server/modules/account/admin/schema';

type Key = z.output<typeof keysOutput>['keys'][number];

const listKeys = partnerStatement<Key>(
  'admin.keys',
  `SELECT k."keyId", k.name, k."createdAt", k."lastUsedAt", k."revokedAt" FROM "PlatformKey" k WHERE k."partnerId" = $1
    ORDER BY k."createdAt" DESC, k.id DESC`,
);

/** Returns the keys, newest first, revoked ones too. @throws AppError NOT_FOUND */
export async function keysOf(db: PartnerDb): Promise<Key[]> {
  await readPartner(db);
  return await db.rows(listKeys);
}

const insertKey = operatorStatement<
  { id: string },
  [partnerId: string | null, name: string, keyId: string, secretPreview: string, signingKey: string, now: Date]
>(
  'admin.insert-key',
  `INSERT INTO "PlatformKey" ("partnerId", name, "keyId", "secretPreview", "signingKey", "createdAt")
    SELECT $1, $2, $3, $4, $5, $6::timestamptz
   WHERE $1::text IS NULL OR EXISTS (SELECT FROM "Partner" p WHERE p.id = $1 AND p.status <> 'archived' FOR SHARE)
     RETURNING id`,
);

export interface MintedKey {
  id: string;
  keyId: string;
  /** Shown once, stored nowhere. */
  secret: string;
}

/**
 * Creates a key of the operator or of a partner.
 * @param partnerId null: the operator's own key, which reaches all workspaces
 * @throws AppError NOT_FOUND; BAD_STATE for an archived partner
 */
export async function mintKey(
  db: OperatorDb,
  keys: KeyStore,
  { name, partnerId }: { name: string; partnerId: string | null },
): Promise<MintedKey> {
  const { secret, keyId, secretPreview, signingKey } = keys.make();
  return await db.transaction(async (tx) => {
    const [row] = await tx.rows(insertKey, partnerId, name, keyId, secretPreview, signingKey, db.now);
    if (row === undefined) throw await whyNot(db, partnerId ?? '');
    await tx.audit({
      action: 'platform_key.mint',
      targetType: 'platform_key',
      targetId: row.id,
      data: { name, keyId, partnerId },
    });
    return { id: row.id, keyId, secret };
  });
}

async function whyNot(db: OperatorDb, partnerId: string): Promise<AppError> {
  return badState((await readPartner(db.partner(partnerId))).status);
}

const revoke = operatorStatement<{ id: string; revokedAt: Date; now: boolean }, [keyId: string, now: Date]>(
  'admin.revoke-key',
  `UPDATE "PlatformKey" k SET "revokedAt" = coalesce(k."revokedAt", $2::timestamptz)
    FROM (SELECT id, "revokedAt" IS NULL AS now FROM "PlatformKey" WHERE "keyId" = $1 FOR UPDATE) b
   WHERE k.id = b.id RETURNING k.id, k."revokedAt", b.now`,
);

/** Revokes a key, effective within 2 seconds. Safe to repeat. @throws AppError NOT_FOUND */
export async function revokeKey(db: OperatorDb, keyId: string): Promise<{ keyId: string; revokedAt: Date }> {
  return await db.transaction(async (tx) => {
    const [row] = await tx.rows(revoke, keyId, db.now);
    if (row === undefined) throw new AppError('NOT_FOUND', { message: 'There is no platform key with this id.' });
    if (row.now)
      await tx.audit({ action: 'platform_key.revoke', targetType: 'platform_key', targetId: row.id, data: { keyId } });
    return { keyId, revokedAt: row.revokedAt };
  });
}
