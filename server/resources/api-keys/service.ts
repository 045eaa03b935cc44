/** API keys (docs/contract/api-keys.md). */
import { stored } from '@/server/db/stored';
import type * as z from 'zod';
import type { KeyStore } from '@/server/auth/keys';
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import type { ApiKeyList, CreateInput, createOutput, revokeOutput } from '@/server/resources/api-keys/schema';

/** Makes a key. Its secret is in the answer and nowhere else. */
export async function create(
  db: WorkspaceDb,
  keys: KeyStore,
  input: CreateInput,
): Promise<z.output<typeof createOutput>> {
  const { secret, ...made } = keys.make();
  return await db.prismaTransaction(async (tx) => {
    const row = await tx.prisma.apiKey.create({
      data: {
        accountId: tx.accountId,
        name: input.name,
        scopes: input.scopes,
        ...made,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'session' ? tx.actor.id : null,
      },
    });
    await tx.audit({
      action: 'api_key.create',
      targetType: 'api_key',
      targetId: row.id,
      data: { name: row.name, keyId: row.keyId, scopes: row.scopes },
    });
    return { apiKey: stored(row), secret };
  });
}

/** Every key of the workspace, revoked ones too, newest first. */
export async function list(db: WorkspaceDb): Promise<ApiKeyList> {
  const rows = await db.prisma.apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return { apiKeys: rows.map((row) => stored<ApiKeyList['apiKeys'][number]>(row)) };
}

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
    if (revoked === undefined)
      throw new AppError((await tx.prisma.apiKey.count({ where: { id } })) === 0 ? 'NOT_FOUND' : 'ALREADY_REVOKED');
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
