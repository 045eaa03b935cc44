/**
 * The narrow door of the vendors' callbacks (docs/contract/channels.md#callbacks) and of the shops' webhooks
 * (docs/contract/integrations.md#webhooks): they name a channel, an integration or a shop and nothing else, so these few
 * statements look over all workspaces, each for that one purpose.
 */
import type { Pool, QueryConfig } from 'pg';
import type { Database } from '@/server/db/client';
import { FairShare } from '@/server/db/fair-share';
import { AppError } from '@/server/errors';

/**
 * Anybody may call these doors, with large bodies and many at once, and only the worker knows who signed. So they have a few
 * connections of the pool between them, each channel and shop its turns, and those who wait for a turn hold none.
 */
const DOOR_CONNECTIONS = 4;
const OF_ONE_CALLED = 3;
/** As long as one statement may take. Vendors call again later, so a late yes is better than a refusal. */
const DOOR_WAIT_MS = 20_000;
/** Of all that wait together: beyond it the caller is sent away. */
const DOOR_BYTES = 256 * 1024 * 1024;

interface Door {
  turns: FairShare;
  bytes: number;
}
const doors = new WeakMap<Pool, Door>();

/** @param called the channel or shop. @throws AppError UNAVAILABLE */
async function atDoor<Row extends object>(
  { pool }: Database,
  { called, bytes }: { called: string; bytes: number },
  query: QueryConfig,
): Promise<Row[]> {
  let door = doors.get(pool);
  if (door === undefined) {
    door = { turns: new FairShare(DOOR_CONNECTIONS, { most: OF_ONE_CALLED, waitMs: DOOR_WAIT_MS }), bytes: 0 };
    doors.set(pool, door);
  }
  if (door.bytes + bytes > DOOR_BYTES) throw new AppError('UNAVAILABLE');
  door.bytes += bytes;
  try {
    return await door.turns.run(called, async () => (await pool.query<Row>(query)).rows);
  } finally {
    door.bytes -= bytes;
  }
}

export interface IncomingCallback {
  channelId: string;
  method: string;
  /** The whole address that was called: some vendors sign it. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

const STORE = {
  name: 'callbacks.store',
  text: `INSERT INTO "ChannelCallback" ("accountId", "channelId", method, url, headers, body, "receivedAt", "dueAt")
         SELECT c."accountId", c.id, k.method, k.url, k.headers::jsonb, k.body, k."receivedAt", k."receivedAt"
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[]) AS k("channelId", method, url, headers, body, "receivedAt")
         JOIN "ChannelIntegration" c ON c.id = k."channelId" RETURNING "accountId", "channelId"`,
};

export interface StoredCallbacks {
  /** Those of unknown channels are left out. */
  count: number;
  /** Each once. */
  channels: { accountId: string; channelId: string }[];
}

const callbackDoor = (callbacks: readonly IncomingCallback[]) => ({
  called: callbacks[0]?.channelId ?? '',
  bytes: callbacks.reduce((sum, { body }) => sum + body.length, 0),
});

/** Stores callbacks as they came in. */
export async function storeCallbacks(
  database: Database,
  callbacks: readonly IncomingCallback[],
): Promise<StoredCallbacks> {
  const column = <Value>(of: (callback: IncomingCallback) => Value): Value[] => callbacks.map(of);
  const rows = await atDoor<{ accountId: string; channelId: string }>(database, callbackDoor(callbacks), {
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

/** A channel says by itself whose messages it is for (PATCH), so only what the vendor listed for its token counts. */
const STORE_OF_ASSET = {
  name: 'callbacks.store-of-asset',
  text: `INSERT INTO "ChannelCallback" ("accountId", "channelId", method, url, headers, body, "receivedAt", "dueAt", proven)
         SELECT c."accountId", c.id, 'POST', $2, '{}'::jsonb, $4, $5::timestamptz, $5::timestamptz, true FROM "ChannelIntegration" c
         WHERE c.provider = $1 AND c.via = 'oauth' AND c.status <> 'revoked' AND (c.config->>'assetId' = $3 OR c.config->>'assetAccount' = $3)
           AND EXISTS (SELECT FROM jsonb_array_elements(c.assets) AS a(asset) WHERE a.asset->>'id' = c.config->>'assetId' AND (a.asset->>'id' = $3 OR a.asset->>'account' = $3)) RETURNING "accountId", "channelId"`,
};

/** Stores a part of an app's callback, which was verified, for every channel whose page or account it is about. */
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
  return await atDoor(
    database,
    { called: asset, bytes: body.length },
    { ...STORE_OF_ASSET, values: [provider, url, asset, body, receivedAt] },
  );
}

/** The provider of a channel, for the question that some vendors ask when its address is registered. */
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
  /** Those that a signature is checked by. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

/**
 * The partners that connected the generic shop `i`, by a key of their own or one that they made. Such a shop takes in rows by
 * a secret that was told to who connected it, so it lasts no longer than the partner's authority. Of other shops none.
 */
export const PARTNERS_OF_SHOP = `SELECT p.id, p.status FROM "AuditEntry" a
  LEFT JOIN "ApiKey" k ON a."actorKind" = 'key' AND k."accountId" = a."accountId" AND k.id = a."actorId"
  JOIN "Partner" p ON p.id IN (a."partnerId", k."partnerId")
  WHERE a."accountId" = i."accountId" AND a."targetId" = i.id AND a.action = 'integration.connect' AND i.provider = 'http_generic'`;

const STORE_WEBHOOK = {
  name: 'callbacks.store-webhook',
  text: `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt")
         SELECT i."accountId", i.id, $2::jsonb, $3::bytea, $4::timestamptz, $4::timestamptz FROM "Integration" i WHERE i.id = $1 AND i.status <> 'revoked'
           AND NOT EXISTS (SELECT FROM (${PARTNERS_OF_SHOP}) p WHERE p.status <> 'active')
         RETURNING "accountId"`,
};

/** Stores a shop's webhook as it came in. @returns the workspace; null of an integration that is unknown, revoked, or of a suspended partner */
export async function storeWebhook(
  database: Database,
  { integrationId, headers, body, receivedAt }: IncomingWebhook,
): Promise<string | null> {
  const [row] = await atDoor<{ accountId: string }>(
    database,
    { called: integrationId, bytes: body.length },
    { ...STORE_WEBHOOK, values: [integrationId, JSON.stringify(headers), body, receivedAt] },
  );
  return row?.accountId ?? null;
}

/** What comes to the operator's app at a vendor, which names a shop. */
interface OfShop {
  provider: string;
  /** The shop, as Integration.externalId has it. */
  externalId: string;
  receivedAt: Date;
}
type StoredOfShop = { accountId: string; integrationId: string }[];

/**
 * Anybody can name a shop. A workspace has it once the shop itself has accepted the workspace's credentials, so what a
 * vendor says of a shop by its public name goes to these integrations alone.
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
  return await atDoor(
    database,
    { called: externalId, bytes: body.length },
    { ...STORE_APP_WEBHOOK, values: [provider, externalId, JSON.stringify(headers), body, receivedAt] },
  );
}

export interface IncomingPrivacyRequest extends OfShop {
  kind: string;
  /** What comes twice under it is stored once. */
  deliveryId: string;
  customerRef: string | null;
  email: string | null;
  phone: string | null;
  orderRefs: readonly string[];
}

/** Once a workspace, at the shop's newest integration; a revoked one has what the shop brought. */
const STORE_PRIVACY_REQUEST = {
  name: 'callbacks.store-privacy-request',
  text: `INSERT INTO "PrivacyRequest" ("accountId", "integrationId", kind, "deliveryId", "customerRef", email, phone, "orderRefs", "receivedAt", "dueAt")
         SELECT DISTINCT ON (i."accountId") i."accountId", i.id, $3, $4, $5, $6, $7, $8::text[], $9::timestamptz, $9::timestamptz FROM "Integration" i
         WHERE ${PROVEN_OF_SHOP} ORDER BY i."accountId", i.status = 'revoked', i."createdAt" DESC, i.id
         ON CONFLICT ("accountId", "deliveryId") DO NOTHING RETURNING "accountId", "integrationId"`,
};

/** Stores a request about people for each workspace that has or had the shop, as the shop has proven. @returns what was not stored before */
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
