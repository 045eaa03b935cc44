/** Integrations (docs/contract/integrations.md#integrations): connect, find, change, revoke. */
import { isDeepStrictEqual } from 'node:util';
import { json, stored } from '@/server/db/stored';
import { nextId } from '@/server/db/new-id';
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb, type WorkspaceTx } from '@/server/db/workspace';
import type { Settings } from '@/server/env';
import { AppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import { knownAmong } from '@/server/lib/narrow';
import { effectivePlan, requireWithinLimit } from '@/server/resources/billing/effective-plan';
import { CATALOG } from '@/server/resources/integrations/catalog';
import { sealCredentials } from '@/server/resources/integrations/credentials';
import { newSigningSecret } from '@/server/resources/webhooks/secrets';
import { heldIntegrations } from '@/server/resources/integrations/held';
import { presentIntegration, wholeConfig, type IntegrationRow } from '@/server/resources/integrations/integration-rows';
import {
  CONFIG_KEYS,
  type CreatedIntegration,
  type CreateInput,
  type Integration,
  type ListInput,
  type UpdateInput,
} from '@/server/resources/integrations/integration-schema';
import { checkIntegrationJob, wipeCredentialsJob } from '@/server/resources/integrations/jobs';
import {
  INTEGRATION_STATUSES,
  PROVIDERS,
  type IntegrationStatus,
  type Provider,
} from '@/server/resources/integrations/vocabulary';

/** Most rows of the list. */
const MOST = 500;

/** One at a time in a workspace: whatever makes an integration, or says whose the products are. */
const lock = workspaceStatement<{ accountId: string }>(
  'integrations.lock',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('integrations ' || $1, 0))::text AS locked`,
);

export const catalog = () => ({
  providers: PROVIDERS.map((provider) => {
    const { label, connect, credentials, resources, docs } = CATALOG[provider];
    return {
      provider,
      label,
      connect,
      credentials: [...new Set(credentials.flat())],
      credentialSets: credentials.map((set) => [...set]),
      config: CONFIG_KEYS,
      resources: [...resources],
      docs,
    };
  }),
});

/** Newest first; without a status all but revoked ones. */
export async function list(
  db: WorkspaceDb,
  baseUrl: string,
  { status }: ListInput,
): Promise<{ integrations: Integration[] }> {
  const wanted = knownAmong(INTEGRATION_STATUSES, status);
  const rows = await db.prisma.integration.findMany({
    where: { status: wanted.length > 0 ? { in: wanted } : { not: 'revoked' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST,
  });
  const held = await heldIntegrations(db);
  return { integrations: rows.map((row) => presentIntegration(row, baseUrl, held)) };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, baseUrl: string, id: string): Promise<Integration> {
  const row = found(await db.prisma.integration.findFirst({ where: { id } }));
  return presentIntegration(row, baseUrl, await heldIntegrations(db));
}

/** @throws AppError SOURCE_TAKEN when another integration brings the products */
async function requireNoOtherSource(tx: WorkspaceTx, id: string): Promise<void> {
  const other = await tx.prisma.integration.findFirst({
    where: { bringsProducts: true, status: { not: 'revoked' }, id: { not: id } },
    select: { id: true },
  });
  if (other !== null) throw new AppError('SOURCE_TAKEN', { details: { integrationId: other.id } });
}

/**
 * Pending until the worker has looked at it. The secret is in the answer and nowhere else.
 * @throws AppError PLAN_LIMIT, SOURCE_TAKEN
 */
export async function create(
  db: WorkspaceDb,
  settings: Pick<Settings, 'appSecrets' | 'baseUrl'>,
  { provider, displayName, config: sent }: CreateInput,
): Promise<CreatedIntegration> {
  const plan = await effectivePlan(db);
  const config = wholeConfig(provider, sent);
  const secret = newSigningSecret();
  return await db.transaction(async (tx) => {
    await tx.rows(lock);
    const id = await nextId(tx);
    if (config.sync.products) await requireNoOtherSource(tx, id);
    const row = await tx.prisma.integration.create({
      data: {
        id,
        accountId: tx.accountId,
        provider,
        externalId: id,
        displayName,
        status: 'pending',
        config: json(config),
        bringsProducts: config.sync.products,
        credentials: sealCredentials(settings.appSecrets, { id, accountId: tx.accountId }, { secret }),
        createdAt: tx.now,
        updatedAt: tx.now,
      },
    });
    if (plan.integrations !== -1)
      requireWithinLimit(
        plan,
        'integrations',
        await tx.prisma.integration.count({ where: { status: { not: 'revoked' } } }),
      );
    await tx.audit({
      action: 'integration.connect',
      targetType: 'integration',
      targetId: id,
      data: { provider, displayName },
    });
    await enqueue(tx, checkIntegrationJob, { integrationId: id });
    return { ...presentIntegration(row, settings.baseUrl, new Set()), secret };
  });
}

/** displayName and config; without either nothing changes. @throws AppError NOT_FOUND, BAD_STATE of one that is revoked, SOURCE_TAKEN */
export async function update(
  db: WorkspaceDb,
  baseUrl: string,
  { id, displayName, config: sent }: UpdateInput,
): Promise<Integration> {
  await db.transaction(async (tx) => {
    await tx.rows(lock);
    const before = found(await tx.prisma.integration.findFirst({ where: { id } }));
    requireStatus(before, ['pending', 'active', 'error']);
    const config = sent === undefined ? undefined : wholeConfig(stored<Provider>(before.provider), sent);
    const changed = [
      ...(displayName === undefined || displayName === before.displayName ? [] : ['displayName']),
      ...(config === undefined || isDeepStrictEqual(config, before.config) ? [] : ['config']),
    ];
    if (changed.length === 0) return;
    if (config?.sync.products === true) await requireNoOtherSource(tx, id);
    await tx.prisma.integration.updateMany({
      where: { id },
      data: {
        ...(displayName !== undefined && { displayName }),
        ...(config !== undefined && { config: json(config), bringsProducts: config.sync.products }),
        updatedAt: tx.now,
      },
    });
    await tx.audit({
      action: 'integration.update',
      targetType: 'integration',
      targetId: id,
      data: { displayName: displayName ?? before.displayName, changed },
    });
  });
  return await get(db, baseUrl, id);
}

function requireStatus(row: IntegrationRow, allowed: readonly IntegrationStatus[]): void {
  if (!allowed.some((each) => each === row.status))
    throw new AppError('BAD_STATE', { details: { status: row.status } });
}

/** What it brought stays; the worker wipes its credentials. Revoking again changes and records nothing. @throws AppError NOT_FOUND */
export async function revoke(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'revoked' }> {
  return await db.transaction(async (tx) => {
    const { count } = await tx.prisma.integration.updateMany({
      where: { id, status: { not: 'revoked' } },
      data: { status: 'revoked', updatedAt: tx.now },
    });
    const row = found(
      await tx.prisma.integration.findFirst({ where: { id }, select: { provider: true, displayName: true } }),
    );
    if (count > 0) {
      await tx.audit({ action: 'integration.revoke', targetType: 'integration', targetId: id, data: row });
      await enqueue(tx, wipeCredentialsJob, { integrationId: id });
    }
    return { id, status: 'revoked' };
  });
}
