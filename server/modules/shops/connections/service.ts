/** Integrations (docs/contract/integrations.md#integrations): connect, find, change, revoke. */
import { isDeepStrictEqual } from 'node:util';
import { castJson, castStored } from '@/server/platform/db/stored';
import { nextId } from '@/server/platform/db/new-id';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { AppError, invalid } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { knownAmong } from '@/server/platform/lib/narrow';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Plan } from '@/server/modules/account/billing/plans';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { endPushes } from '@/server/modules/shops/connections/codes-push';
import { readConnection, requireConsent, type Connection } from '@/server/modules/shops/connections/connection-input';
import { sealCredentials, type Credentials } from '@/server/modules/shops/connections/credentials';
import { newSigningSecret } from '@/server/modules/account/webhooks/secrets';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import {
  configOf,
  presentIntegration,
  wholeConfig,
  type IntegrationRow,
} from '@/server/modules/shops/connections/rows';
import {
  type Config,
  type CreatedIntegration,
  type CreateInput,
  type Integration,
  type ListInput,
  type UpdateInput,
} from '@/server/modules/shops/connections/schema';
import { endRevoked } from '@/server/modules/shops/connections/end-revoked';
import { checkIntegrationJob } from '@/server/modules/shops/connections/jobs';
import { queueRuns, takenResources } from '@/server/modules/shops/connections/runs';
import {
  INTEGRATION_STATUSES,
  PROVIDERS,
  type IntegrationStatus,
  type Provider,
} from '@/server/modules/shops/connections/vocabulary';

/** Most rows of the list. */
const MOST = 500;

/**
 * Locks the workspace's integrations: one writer at a time creates an integration or chooses the source of products.
 */
const lock = workspaceStatement<{ accountId: string }>(
  'integrations.lock',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('integrations ' || $1, 0))::text AS locked`,
);

export const catalog = () => ({
  providers: PROVIDERS.map((provider) => {
    const { label, connect, credentials, config, resources, docs } = CATALOG[provider];
    return {
      provider,
      label,
      connect,
      credentials: [...new Set(credentials.flat())],
      credentialSets: credentials.map((set) => [...set]),
      config: [...config],
      resources: [...resources],
      docs,
    };
  }),
});

/** Lists integrations, newest first; without a status all except revoked ones. */
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
  const held = await integrationsOverLimit(db);
  return { integrations: rows.map((row) => presentIntegration(row, baseUrl, held)) };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, baseUrl: string, id: string): Promise<Integration> {
  const row = orNotFound(await db.prisma.integration.findFirst({ where: { id } }));
  return presentIntegration(row, baseUrl, await integrationsOverLimit(db));
}

/** The integration that brings the products; null: none does. */
export const productsFrom = (db: WorkspaceDb): Promise<Pick<IntegrationRow, 'id' | 'displayName'> | null> =>
  db.prisma.integration.findFirst({
    where: { bringsProducts: true, status: { not: 'revoked' } },
    select: { id: true, displayName: true },
  });

/** Another integration that brings the products; null: there is none. */
async function otherSource(tx: WorkspaceTx, id: string): Promise<string | null> {
  const other = await tx.prisma.integration.findFirst({
    where: { bringsProducts: true, status: { not: 'revoked' }, id: { not: id } },
    select: { id: true },
  });
  return other?.id ?? null;
}

/** @throws AppError SOURCE_TAKEN when another integration brings the products */
async function requireNoOtherSource(tx: WorkspaceTx, id: string): Promise<void> {
  const other = await otherSource(tx, id);
  if (other !== null) throw new AppError('SOURCE_TAKEN', { details: { integrationId: other } });
}

/** Finds an integration of the same shop that is not revoked; for sheets, of the same file. */
async function sameShop(
  tx: WorkspaceTx,
  provider: Provider,
  externalId: string,
  { url }: Config,
): Promise<IntegrationRow | null> {
  const rows = await tx.prisma.integration.findMany({ where: { provider, externalId, status: { not: 'revoked' } } });
  return rows.find((row) => provider !== 'sheet_p1' || configOf(row).url === url) ?? null;
}

/** The credential whose value signs webhooks, for shops without a separate signing secret. */
const secretOf: Record<Provider, string | null> = {
  storefront_p1: null,
  storefront_p2: 'webhookSecret',
  sheet_p1: null,
  http_generic: 'secret',
};

export interface NewConnection {
  externalId: Connection['externalId'];
  credentials: Credentials;
  provider: Provider;
  displayName: string;
  config: Config;
}

/** Inserts an integration; the caller holds the lock of the workspace's integrations. @throws AppError PLAN_LIMIT */
async function insert(
  tx: WorkspaceTx,
  { appSecrets }: Pick<Settings, 'appSecrets'>,
  plan: Plan,
  { provider, displayName, config, externalId, credentials }: NewConnection,
  id: string,
): Promise<IntegrationRow> {
  const row = await tx.prisma.integration.create({
    data: {
      id,
      accountId: tx.accountId,
      provider,
      externalId: externalId ?? id,
      displayName,
      status: 'pending',
      config: castJson(config),
      bringsProducts: config.sync.products,
      credentials: sealCredentials(appSecrets, { id, accountId: tx.accountId }, credentials),
      credentialsAt: tx.now,
      refusedAt: [],
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
  return row;
}

/** Adds a signing secret to the credentials, for providers whose secret we generate. */
function withSecret(provider: Provider, credentials: Credentials): { credentials: Credentials; secret: string | null } {
  const name = secretOf[provider];
  if (name === null) return { credentials, secret: null };
  const secret = newSigningSecret();
  return { credentials: { ...credentials, [name]: secret }, secret };
}

/**
 * Creates a pending integration; the worker then checks it. The answer is the only place that shows http_generic's
 * secret.
 * @throws AppError VALIDATION, ALREADY_CONNECTED, SOURCE_TAKEN, PLAN_LIMIT
 */
export async function create(
  db: WorkspaceDb,
  settings: Pick<Settings, 'appSecrets' | 'baseUrl'>,
  { provider, displayName, credentials: sent = {}, config: sentConfig }: CreateInput,
): Promise<CreatedIntegration> {
  const config = wholeConfig(provider, sentConfig);
  const connection = readConnection(provider, sent, config);
  requireConsent(provider, config);
  const plan = await effectivePlan(db);
  const { credentials, secret } = withSecret(provider, connection.credentials);
  return await db.prismaTransaction(async (tx) => {
    await tx.rows(lock);
    const id = await nextId(tx);
    const known = await sameShop(tx, provider, connection.externalId ?? id, config);
    if (known !== null) throw new AppError('ALREADY_CONNECTED', { details: { integrationId: known.id } });
    if (config.sync.products) await requireNoOtherSource(tx, id);
    const row = await insert(tx, settings, plan, { ...connection, credentials, provider, displayName, config }, id);
    const shown = presentIntegration(row, settings.baseUrl, new Set());
    return provider === 'http_generic' && secret !== null ? { ...shown, secret } : shown;
  });
}

/**
 * Connects the shop of a merchant who returns from its consent page, or gives an existing integration new credentials.
 * If another integration imports products, this one is connected without them.
 * @returns the integration's id
 * @throws AppError PLAN_LIMIT
 */
export async function connectGranted(
  db: WorkspaceDb,
  settings: Pick<Settings, 'appSecrets'>,
  { provider, externalId, credentials: granted, displayName, config }: NewConnection,
): Promise<string> {
  const plan = await effectivePlan(db);
  const { credentials } = withSecret(provider, granted);
  return await db.prismaTransaction(async (tx) => {
    await tx.rows(lock);
    const known = externalId === null ? null : await sameShop(tx, provider, externalId, config);
    if (known !== null) {
      await renew(tx, settings, known, credentials);
      return known.id;
    }
    const id = await nextId(tx);
    const isFirst = (await otherSource(tx, id)) === null;
    const sync = { ...config.sync, products: config.sync.products && isFirst };
    const connection = { provider, externalId, credentials, displayName, config: { ...config, sync } };
    return (await insert(tx, settings, plan, connection, id)).id;
  });
}

/** Stores new credentials of the same shop, and queues a new check. */
async function renew(
  tx: WorkspaceTx,
  { appSecrets }: Pick<Settings, 'appSecrets'>,
  { id, provider, displayName }: IntegrationRow,
  credentials: Credentials,
): Promise<void> {
  await tx.prisma.integration.updateMany({
    where: { id },
    data: {
      credentials: sealCredentials(appSecrets, { id, accountId: tx.accountId }, credentials),
      credentialsAt: tx.now,
      status: 'pending',
      refusedAt: [],
      lastError: null,
      updatedAt: tx.now,
    },
  });
  await auditRenewal(tx, { id, provider, displayName });
  await enqueue(tx, checkIntegrationJob, { integrationId: id });
}

const auditRenewal = (
  tx: WorkspaceTx,
  { id, provider, displayName }: Pick<IntegrationRow, 'id' | 'provider' | 'displayName'>,
): Promise<void> =>
  tx.audit({
    action: 'integration.connect',
    targetType: 'integration',
    targetId: id,
    data: { provider, displayName, renewed: true },
  });

/**
 * Changes displayName, config and credentials; without any of these nothing changes.
 * @throws AppError NOT_FOUND, VALIDATION, SOURCE_TAKEN, BAD_STATE for a revoked integration and for credentials of
 * another shop
 */
export async function update(
  db: WorkspaceDb,
  settings: Pick<Settings, 'appSecrets' | 'baseUrl'>,
  { id, displayName, config: sent, credentials }: UpdateInput,
): Promise<Integration> {
  await db.prismaTransaction(async (tx) => {
    await tx.rows(lock);
    const before = orNotFound(await tx.prisma.integration.findFirst({ where: { id } }));
    requireStatus(before, ['pending', 'active', 'error']);
    const provider = castStored<Provider>(before.provider);
    if (credentials !== undefined && provider === 'http_generic')
      throw invalid(
        'credentials',
        'cannot be changed: the secret is created once, when the shop is connected. Connect the shop again for a new one',
      );
    const config = sent === undefined ? undefined : wholeConfig(provider, sent);
    if (config !== undefined) requireConsent(provider, config);
    const connection = readAnew(before, provider, config ?? configOf(before), { credentials, config });
    const changed = [
      ...(displayName === undefined || displayName === before.displayName ? [] : ['displayName']),
      ...(config === undefined || isDeepStrictEqual(config, before.config) ? [] : ['config']),
    ];
    if (config?.sync.products === true) await requireNoOtherSource(tx, id);
    if (changed.length > 0) {
      await tx.prisma.integration.updateMany({
        where: { id },
        data: {
          ...(displayName !== undefined && { displayName }),
          ...(config !== undefined && { config: castJson(config), bringsProducts: config.sync.products }),
          ...(config !== undefined && connection !== null && { externalId: connection.externalId ?? id }),
          updatedAt: tx.now,
        },
      });
      await tx.audit({
        action: 'integration.update',
        targetType: 'integration',
        targetId: id,
        data: { displayName: displayName ?? before.displayName, changed },
      });
      // A sheet at another address is another source: who gave the address connected it.
      if (provider === 'sheet_p1' && config !== undefined && config.url !== configOf(before).url)
        await auditRenewal(tx, before);
      if (config !== undefined && config.sync.codes !== configOf(before).sync.codes)
        await switchCodes(tx, before, config);
      // What it takes from now on is set up and read.
      if (changed.includes('config') && before.status === 'active')
        await enqueue(tx, checkIntegrationJob, { integrationId: id });
    }
    if (credentials !== undefined && connection !== null)
      await renew(tx, settings, before, withSecret(provider, connection.credentials).credentials);
  });
  return await get(db, settings.baseUrl, id);
}

/** Starts pushing all codes to the shop, or stops it. */
async function switchCodes(tx: StatementTx, before: IntegrationRow, config: Config): Promise<void> {
  if (!config.sync.codes) return await endPushes(tx, before.id);
  const after = { ...before, config: { ...config } };
  const taken = takenResources(after).filter((name) => name === 'codes');
  // One that is not active yet is notified of them as soon as it is.
  if (before.status === 'active') await queueRuns(tx, after, taken, { full: false });
}

/**
 * Validates new credentials or a sheet's new address as on connecting; null when neither was sent.
 * @throws AppError VALIDATION, BAD_STATE for another shop
 */
function readAnew(
  before: IntegrationRow,
  provider: Provider,
  config: Config,
  sent: { credentials: Credentials | undefined; config: Config | undefined },
): Connection | null {
  const isSheet = provider === 'sheet_p1' && sent.config !== undefined;
  if (sent.credentials === undefined && !isSheet) return null;
  const connection = readConnection(provider, sent.credentials ?? {}, config);
  if (!isSheet && connection.externalId !== null && connection.externalId !== before.externalId)
    throw new AppError('BAD_STATE', { details: { status: before.status, externalId: before.externalId } });
  return connection;
}

function requireStatus(row: IntegrationRow, allowed: readonly IntegrationStatus[]): void {
  if (!allowed.some((each) => each === row.status))
    throw new AppError('BAD_STATE', { details: { status: row.status } });
}

/**
 * Revokes an integration; its imported data stays, and the worker deletes its credentials. A repeat changes and records
 * nothing. @throws AppError NOT_FOUND
 */
export async function revoke(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'revoked' }> {
  return await db.prismaTransaction(async (tx) => {
    const { count } = await tx.prisma.integration.updateMany({
      where: { id, status: { not: 'revoked' } },
      data: { status: 'revoked', updatedAt: tx.now },
    });
    const row = orNotFound(
      await tx.prisma.integration.findFirst({ where: { id }, select: { provider: true, displayName: true } }),
    );
    if (count > 0) {
      await tx.audit({ action: 'integration.revoke', targetType: 'integration', targetId: id, data: row });
      await endRevoked(tx, id);
    }
    return { id, status: 'revoked' };
  });
}
