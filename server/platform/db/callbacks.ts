/**
 * Stores vendors' callbacks (docs/contract/channels.md#callbacks) and shops' webhooks
 * (docs/contract/integrations.md#webhooks). These name a channel, an integration or a shop, but no workspace, so these
 * few statements search all workspaces, each for that one purpose.
 */
import type { Pool, QueryConfig } from 'pg';
import type { Database } from '@/server/platform/db/client';
import { FairShare } from '@/server/platform/db/fair-share';
import { AppError } from '@/server/platform/errors';

/**
 * Connections of the pool for this intake. Anybody may call these routes, with large bodies and many at once, and only
 * the worker verifies signatures. So all callers share a few connections; each channel and shop has its turns, and a
 * waiting caller holds no connection.
 */
const INTAKE_CONNECTIONS = 4;
const OF_ONE_CALLED = 3;
/**
 * The longest wait in milliseconds, as long as one statement may take. Vendors repeat failed calls later, so a late
 * acceptance is better than a refusal.
 */
const INTAKE_WAIT_MS = 20_000;
/** The most bytes of all waiting callbacks together; further callers are refused. */
const INTAKE_BYTES = 256 * 1024 * 1024;

interface Intake {
  turns: FairShare;
  bytes: number;
  /** By integration: webhooks that arrived while an earlier one is being written. */
  webhooks: Map<string, WaitingWebhook[]>;
}
const intakes = new WeakMap<Pool, Intake>();

function intakeOf({ pool }: Database): Intake {
  let intake = intakes.get(pool);
  if (intake === undefined) {
    const turns = new FairShare(INTAKE_CONNECTIONS, { most: OF_ONE_CALLED, waitMs: INTAKE_WAIT_MS });
    intakes.set(pool, (intake = { turns, bytes: 0, webhooks: new Map() }));
  }
  return intake;
}

/** Does something with a body that waits at the intake. @throws AppError UNAVAILABLE where too much waits already */
async function holding<Result>(intake: Intake, bytes: number, work: () => Promise<Result>): Promise<Result> {
  if (intake.bytes + bytes > INTAKE_BYTES) throw new AppError('UNAVAILABLE');
  intake.bytes += bytes;
  try {
    return await work();
  } finally {
    intake.bytes -= bytes;
  }
}

/** @param called the channel or shop. @throws AppError UNAVAILABLE */
function runAtIntake<Row extends object>(
  database: Database,
  { called, bytes }: { called: string; bytes: number },
  query: QueryConfig,
): Promise<Row[]> {
  const intake = intakeOf(database);
  return holding(intake, bytes, () =>
    intake.turns.run(called, async () => (await database.pool.query<Row>(query)).rows),
  );
}

export interface IncomingCallback {
  channelId: string;
  method: string;
  /** The full address that was called, because some vendors sign it. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

const STORE = {
  name: 'callbacks.store',
  text: `INSERT INTO "ChannelCallback" ("accountId", "channelId", method, url, headers, body, "receivedAt", "dueAt")
         SELECT c."accountId", c.id, k.method, k.url, k.headers::jsonb, k.body, k."receivedAt", k."receivedAt"
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[]) AS k("channelId",
           method, url, headers, body, "receivedAt")
         JOIN "ChannelIntegration" c ON c.id = k."channelId" RETURNING "accountId", "channelId"`,
};

export interface StoredCallbacks {
  /** The number of stored callbacks; those of unknown channels are not stored. */
  count: number;
  /** The channels whose callbacks were stored, each once. */
  channels: { accountId: string; channelId: string }[];
}

const loadOf = (callbacks: readonly IncomingCallback[]) => ({
  called: callbacks[0]?.channelId ?? '',
  bytes: callbacks.reduce((sum, { body }) => sum + body.length, 0),
});

/** Stores callbacks as received. */
export async function storeCallbacks(
  database: Database,
  callbacks: readonly IncomingCallback[],
): Promise<StoredCallbacks> {
  const column = <Value>(of: (callback: IncomingCallback) => Value): Value[] => callbacks.map(of);
  const rows = await runAtIntake<{ accountId: string; channelId: string }>(database, loadOf(callbacks), {
    ...STORE,
    values: [
      column((c) => c.channelId),
      column((c) => c.method),
      column((c) => c.url),
      column((c) => JSON.stringify(c.headers)),
      column((c) => c.body),
      column((c) => c.receivedAt),
    ],
  });
  return { count: rows.length, channels: [...new Map(rows.map((row) => [row.channelId, row])).values()] };
}

/**
 * Uses only the pages and accounts that the vendor listed for a channel's token, because anybody can change a channel's
 * own fields (PATCH).
 */
const STORE_OF_ASSET = {
  name: 'callbacks.store-of-asset',
  text: `INSERT INTO "ChannelCallback" ("accountId", "channelId", method, url, headers, body, "receivedAt", "dueAt",
    proven)
         SELECT c."accountId", c.id, 'POST', $2, '{}'::jsonb, $4, $5::timestamptz, $5::timestamptz, true
           FROM "ChannelIntegration" c
         WHERE c.provider = $1 AND c.via = 'oauth' AND c.status <> 'revoked'
           AND (c.config->>'assetId' = $3 OR c.config->>'assetAccount' = $3)
           AND EXISTS (SELECT FROM jsonb_array_elements(c.assets) AS a(asset)
             WHERE a.asset->>'id' = c.config->>'assetId' AND (a.asset->>'id' = $3 OR a.asset->>'account' = $3))
             RETURNING "accountId", "channelId"`,
};

/** Stores one part of a verified callback to an app, for every channel with the page or account that it is about. */
export async function storeCallbackOfAsset(
  database: Database,
  {
    provider,
    url,
    asset,
    body,
    receivedAt,
  }: { provider: string; url: string; asset: string; body: Buffer; receivedAt: Date },
): Promise<StoredCallbacks['channels']> {
  return await runAtIntake(
    database,
    { called: asset, bytes: body.length },
    { ...STORE_OF_ASSET, values: [provider, url, asset, body, receivedAt] },
  );
}

/** Returns the provider of a channel, to answer the challenge that some vendors send when an address is registered. */
export async function providerOfChannel({ pool }: Database, channelId: string): Promise<string | null> {
  const { rows } = await pool.query<{ provider: string }>({
    name: 'callbacks.provider',
    text: 'SELECT provider FROM "ChannelIntegration" WHERE id = $1',
    values: [channelId],
  });
  return rows[0]?.provider ?? null;
}

export interface IncomingWebhook {
  integrationId: string;
  /** The headers that a signature is checked by. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

/**
 * SQL: the partners that connected the generic shop `i`, by their own key or one that they made. Such a shop
 * authenticates with a secret that its connector knows, so it must end with the partner's authority. Other shops have
 * none.
 */
export const PARTNERS_OF_SHOP = `SELECT p.id, p.status FROM "AuditEntry" a
  LEFT JOIN "ApiKey" k ON a."actorKind" = 'key' AND k."accountId" = a."accountId" AND k.id = a."actorId"
  JOIN "Partner" p ON p.id IN (a."partnerId", k."partnerId")
  WHERE a."accountId" = i."accountId" AND a."targetId" = i.id AND a.action = 'integration.connect'
    AND i.provider = 'http_generic'`;

const STORE_WEBHOOKS = {
  name: 'callbacks.store-webhooks',
  text: `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt")
         SELECT i."accountId", i.id, w.headers, w.body, w.at, w.at FROM "Integration" i
         CROSS JOIN unnest($2::jsonb[], $3::bytea[], $4::timestamptz[]) WITH ORDINALITY AS w(headers, body, at, n)
         WHERE i.id = $1 AND i.status <> 'revoked'
           AND NOT EXISTS (SELECT FROM (${PARTNERS_OF_SHOP}) p WHERE p.status <> 'active')
         ORDER BY w.n RETURNING "accountId"`,
};
/** The largest number of webhooks that one statement stores; their bytes are limited too. */
const MOST_WEBHOOKS = 100;
const MOST_WEBHOOK_BYTES = 4 * 1024 * 1024;

interface WaitingWebhook {
  webhook: IncomingWebhook;
  resolve: (accountId: string | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores a shop's webhook as received. While one statement of a shop runs, its further webhooks wait and are stored
 * together by the next.
 * @returns the workspace; null for an integration that is unknown, revoked, or of a suspended partner
 */
export function storeWebhook(database: Database, webhook: IncomingWebhook): Promise<string | null> {
  const intake = intakeOf(database);
  return holding(
    intake,
    webhook.body.length,
    () =>
      new Promise((resolve, reject) => {
        const waiting = intake.webhooks.get(webhook.integrationId);
        if (waiting !== undefined) waiting.push({ webhook, resolve, reject });
        else {
          intake.webhooks.set(webhook.integrationId, [{ webhook, resolve, reject }]);
          void storeWaiting(database, intake, webhook.integrationId);
        }
      }),
  );
}

async function storeWaiting({ pool }: Database, intake: Intake, integrationId: string): Promise<void> {
  const waiting = intake.webhooks.get(integrationId) ?? [];
  while (waiting.length > 0) {
    let bytes = 0;
    const fitting = waiting.findIndex(({ webhook }) => (bytes += webhook.body.length) > MOST_WEBHOOK_BYTES);
    const batch = waiting.splice(0, Math.min(MOST_WEBHOOKS, fitting === -1 ? waiting.length : Math.max(1, fitting)));
    const column = <Value>(of: (webhook: IncomingWebhook) => Value): Value[] => batch.map(({ webhook }) => of(webhook));
    const values = [
      integrationId,
      column(({ headers }) => JSON.stringify(headers)),
      column(({ body }) => body),
      column(({ receivedAt }) => receivedAt),
    ];
    try {
      const { rows } = await intake.turns.run(integrationId, () =>
        pool.query<{ accountId: string }>({ ...STORE_WEBHOOKS, values }),
      );
      for (const { resolve } of batch) resolve(rows[0]?.accountId ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  intake.webhooks.delete(integrationId);
}

/** A call to the operator's app at a vendor, which names a shop. */
interface OfShop {
  provider: string;
  /** The shop, in the form of Integration.externalId. */
  externalId: string;
  receivedAt: Date;
}
type StoredOfShop = { accountId: string; integrationId: string }[];

/**
 * SQL: integrations that have proven that the shop is theirs. Anybody can enter a shop's name; only after the shop
 * accepted the workspace's credentials does the workspace get what a vendor says about the shop.
 */
const PROVEN_OF_SHOP = 'i.provider = $1 AND i."externalId" = $2 AND i."activatedAt" IS NOT NULL';

const STORE_APP_WEBHOOK = {
  name: 'callbacks.store-app-webhook',
  text: `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt")
         SELECT i."accountId", i.id, $3::jsonb, $4::bytea, $5::timestamptz, $5::timestamptz FROM "Integration" i
         WHERE ${PROVEN_OF_SHOP} AND i.status <> 'revoked'
         RETURNING "accountId", "integrationId"`,
};

/** Stores a webhook for each integration that the shop has proven and that is not revoked. */
export async function storeAppWebhook(
  database: Database,
  { provider, externalId, headers, body, receivedAt }: OfShop & Pick<IncomingWebhook, 'headers' | 'body'>,
): Promise<StoredOfShop> {
  return await runAtIntake(
    database,
    { called: externalId, bytes: body.length },
    { ...STORE_APP_WEBHOOK, values: [provider, externalId, JSON.stringify(headers), body, receivedAt] },
  );
}

export interface IncomingPrivacyRequest extends OfShop {
  kind: string;
  /** The id under which a request that comes twice is stored once. */
  deliveryId: string;
  customerRef: string | null;
  email: string | null;
  phone: string | null;
  orderRefs: readonly string[];
}

/**
 * Stores a request once a workspace, at the shop's newest integration, even if revoked, because its imported data is
 * still there.
 */
const STORE_PRIVACY_REQUEST = {
  name: 'callbacks.store-privacy-request',
  text: `INSERT INTO "PrivacyRequest" ("accountId", "integrationId", kind, "deliveryId", "customerRef", email, phone,
    "orderRefs", "receivedAt", "dueAt")
         SELECT DISTINCT ON (i."accountId") i."accountId", i.id, $3, $4, $5, $6, $7, $8::text[], $9::timestamptz,
           $9::timestamptz FROM "Integration" i
         WHERE ${PROVEN_OF_SHOP} ORDER BY i."accountId", i.status = 'revoked', i."createdAt" DESC, i.id
         ON CONFLICT ("accountId", "deliveryId") DO NOTHING RETURNING "accountId", "integrationId"`,
};

/**
 * Stores a privacy request for each workspace that has or had the shop, as proven by the shop. @returns the new
 * requests only
 */
export async function storePrivacyRequest(
  { pool }: Database,
  { provider, externalId, kind, deliveryId, customerRef, email, phone, orderRefs, receivedAt }: IncomingPrivacyRequest,
): Promise<StoredOfShop> {
  const { rows } = await pool.query<StoredOfShop[number]>({
    ...STORE_PRIVACY_REQUEST,
    values: [provider, externalId, kind, deliveryId, customerRef, email, phone, orderRefs, receivedAt],
  });
  return rows;
}
