/** API keys (docs/contract/api-keys.md). */
import { castStored } from '@/server/platform/db/stored';
import type * as z from 'zod';
import type { KeyStore } from '@/server/platform/auth/keys';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { ApiKey } from '@/prisma/generated/client';
import { AppError, invalid } from '@/server/platform/errors';
import { actingPartner } from '@/server/modules/account/admin/made-by';
import type {
  ApiKeyList,
  CreateInput,
  createOutput,
  ListedKey,
  revokeOutput,
  UpdateInput,
  updateOutput,
} from '@/server/modules/account/api-keys/schema';

/** A key in the form of our answers; an empty list of networks means every network. */
const shown = ({ allowedIps, ...row }: ApiKey): ListedKey =>
  castStored({ ...row, allowedIps: allowedIps.length === 0 ? null : allowedIps });

/** @throws AppError VALIDATION for an expiry that is not in the future */
function requireToCome(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt instanceof Date && expiresAt <= now) throw invalid('expiresAt', 'must be in the future');
}

/** Creates a key. Only this answer contains its secret. @throws AppError VALIDATION */
export async function create(
  db: WorkspaceDb,
  keys: KeyStore,
  input: CreateInput,
): Promise<z.output<typeof createOutput>> {
  requireToCome(input.expiresAt, db.now);
  const { secret, ...made } = keys.make();
  return await db.prismaTransaction(async (tx) => {
    const row = await tx.prisma.apiKey.create({
      data: {
        accountId: tx.accountId,
        name: input.name,
        scopes: input.scopes,
        expiresAt: input.expiresAt,
        allowedIps: input.allowedIps ?? [],
        ...made,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'session' ? tx.actor.id : null,
        partnerId: await actingPartner(tx),
      },
    });
    await tx.audit({
      action: 'api_key.create',
      targetType: 'api_key',
      targetId: row.id,
      data: {
        name: row.name,
        keyId: row.keyId,
        scopes: row.scopes,
        ...saidBounds({ expiresAt: input.expiresAt ?? undefined, allowedIps: input.allowedIps ?? undefined }),
      },
    });
    return { apiKey: shown(row), secret };
  });
}

/** Returns every key of the workspace, newest first, revoked keys too. */
export async function list(db: WorkspaceDb): Promise<ApiKeyList> {
  const rows = await db.prisma.apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return { apiKeys: rows.map(shown) };
}

/** The changed limits in the form of the audit log. */
const saidBounds = ({ expiresAt, allowedIps }: Pick<UpdateInput, 'expiresAt' | 'allowedIps'>) => ({
  ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
  ...(allowedIps !== undefined && { allowedIps }),
});

/**
 * Changes a key's expiry or networks: at once in this process, in others within the 2 seconds of their cache. An
 * expired key works again after its expiry has moved. An empty change changes nothing.
 * @throws AppError NOT_FOUND, ALREADY_REVOKED, VALIDATION
 */
export async function update(
  db: WorkspaceDb,
  keys: KeyStore,
  { id, ...input }: UpdateInput,
): Promise<z.output<typeof updateOutput>> {
  requireToCome(input.expiresAt, db.now);
  const said = saidBounds(input);
  if (Object.keys(said).length === 0) {
    const row = await db.prisma.apiKey.findFirst({ where: { id, revokedAt: null } });
    if (row === null) throw await notLive(db, id);
    return { apiKey: shown(row) };
  }
  const { expiresAt, allowedIps } = input;
  const row = await db.prismaTransaction(async (tx) => {
    const [updated] = await tx.prisma.apiKey.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: {
        ...(expiresAt !== undefined && { expiresAt }),
        ...(allowedIps !== undefined && { allowedIps: allowedIps ?? [] }),
      },
    });
    if (updated === undefined) throw await notLive(tx, id);
    await tx.audit({
      action: 'api_key.update',
      targetType: 'api_key',
      targetId: id,
      data: { name: updated.name, keyId: updated.keyId, ...said },
    });
    return updated;
  });
  keys.forget(row.keyId);
  return { apiKey: shown(row) };
}

/** Why there is no key to change. */
const notLive = async (tx: WorkspaceDb, id: string): Promise<AppError> =>
  new AppError((await tx.prisma.apiKey.count({ where: { id } })) === 0 ? 'NOT_FOUND' : 'ALREADY_REVOKED');

/**
 * Revokes a key for good: at once in this process, in others within the 2 seconds of their cache.
 * @throws AppError NOT_FOUND, ALREADY_REVOKED
 */
export async function revoke(db: WorkspaceDb, keys: KeyStore, id: string): Promise<z.output<typeof revokeOutput>> {
  const keyId = await db.prismaTransaction(async (tx) => {
    const [revoked] = await tx.prisma.apiKey.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: { revokedAt: tx.now },
    });
    if (revoked === undefined) throw await notLive(tx, id);
    await tx.audit({
      action: 'api_key.revoke',
      targetType: 'api_key',
      targetId: id,
      data: { name: revoked.name, keyId: revoked.keyId },
    });
    return revoked.keyId;
  });
  keys.forget(keyId);
  return { id, revokedAt: db.now };
}
