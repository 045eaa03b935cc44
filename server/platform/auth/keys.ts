/**
 * Makes HMAC keys, and finds them for every signed request. A found key is cached for at most 2 seconds; lastUsedAt is
 * written after the request.
 */
import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LastUsed } from '@/server/platform/auth/last-used';
import { signingKeyOf } from '@/server/platform/auth/signature';
import type { Database } from '@/server/platform/db/client';
import { parsedNetwork, type Network } from '@/server/platform/lib/address';
import { now } from '@/server/platform/lib/clock';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';
import { ShortCache } from '@/server/platform/lib/short-cache';
import type { LinkMode, PartnerStatus } from '@/server/modules/account/admin/vocabulary';

/** The values that go into a key's row. */
export interface NewKey {
  keyId: string;
  secretPreview: string;
  /** Encrypted. */
  signingKey: string;
  /** Shown once, stored nowhere. */
  secret: string;
}

/** A key with the facts that authentication needs. */
export interface StoredKey {
  id: string;
  keyId: string;
  /** Null for a platform key. */
  accountId: string | null;
  /** The partner of a platform key; null for the operator's keys. */
  partner: KeyPartner | null;
  scopes: readonly string[];
  revoked: boolean;
  /** Null: the key does not expire. */
  expiresAt: Date | null;
  /**
   * For a workspace key that a partner made: the reason why the partner may no longer act in the workspace; null while
   * they may.
   */
  barred: 'PARTNER_SUSPENDED' | 'PARTNER_UNLINKED' | null;
  /** The networks where the key may be used; an empty list means everywhere. */
  networks: readonly Network[];
  signingKey: KeyObject;
}

/** The facts about a key's partner that authentication needs (docs/contract/admin.md#partners). */
export interface KeyPartner {
  id: string;
  status: PartnerStatus;
  linkMode: LinkMode;
}

interface KeyRow {
  id: string;
  keyId: string;
  accountId: string | null;
  scopes: string[] | null;
  revokedAt: Date | null;
  expiresAt: Date | null;
  allowedIps: string[] | null;
  signingKey: string;
  partnerId: string | null;
  partnerStatus: PartnerStatus;
  linkMode: LinkMode;
  barred: StoredKey['barred'];
}

/** A key that a partner made acts with the partner's authority, and no longer than that lasts. */
const BARRED = `CASE WHEN p.status <> 'active' THEN 'PARTNER_SUSPENDED' WHEN p."linkMode" = 'linked'
  AND m."linkedAt" IS NULL THEN 'PARTNER_UNLINKED' END`;

const FIND_KEY = {
  name: 'auth.find-key',
  text: `SELECT k.id, k."keyId", k."accountId", k.scopes, k."revokedAt", k."expiresAt", k."allowedIps", k."signingKey",
    NULL AS "partnerId", NULL AS "partnerStatus", NULL AS "linkMode", ${BARRED} AS barred
         FROM "ApiKey" k LEFT JOIN "Partner" p ON p.id = k."partnerId"
           LEFT JOIN "PartnerMerchant" m ON m."partnerId" = p.id AND m."accountId" = k."accountId" WHERE k."keyId" = $1
         UNION ALL
         SELECT k.id, k."keyId", NULL, ARRAY['svc:platform:admin'], k."revokedAt", NULL, NULL, k."signingKey", p.id,
           p.status, p."linkMode", NULL
         FROM "PlatformKey" k LEFT JOIN "Partner" p ON p.id = k."partnerId" WHERE k."keyId" = $1`,
};

/** Writes lastUsedAt, which never moves back even if several processes write. */
const TOUCH_KEYS = ['ApiKey', 'PlatformKey'].map(
  (table) => `UPDATE "${table}" k SET "lastUsedAt" = u.at FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at)
              WHERE k."keyId" = u.id AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" < u.at)`,
);

/** Returns the vault that encrypts signing keys; a value's context is its key id. */
export const keyVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'api-keys');

export class KeyStore {
  private readonly vault: Vault;
  private readonly cache: ShortCache<StoredKey | null>;
  private readonly used: LastUsed;

  constructor(
    private readonly database: Database,
    appSecrets: AppSecrets,
    onFlushError: (error: unknown) => void,
  ) {
    this.used = new LastUsed(database, TOUCH_KEYS, onFlushError);
    this.vault = keyVault(appSecrets);
    this.cache = new ShortCache((keyId) => this.load(keyId));
  }

  /** Makes a key (docs/contract/api-keys.md#fields has its formats). */
  make(): NewKey {
    return this.rowOf({
      secret: `svcs_${randomBytes(32).toString('base64url')}`,
      keyId: `SVCK${randomBytes(8).toString('hex').toUpperCase()}`,
    });
  }

  /** A key's columns. The key id is bound to the ciphertext, so that rows cannot be swapped. */
  rowOf({ keyId, secret }: { keyId: string; secret: string }): NewKey {
    return {
      keyId,
      secret,
      secretPreview: `${secret.slice(0, 8)}…${secret.slice(-4)}`,
      signingKey: this.vault.seal(signingKeyOf(secret), keyId),
    };
  }

  /** The key with this id, or null; at most 2 seconds old. */
  find(keyId: string): Promise<StoredKey | null> {
    // Only the shape that we mint can exist, so nothing else asks the database or fills the cache.
    return /^SVCK[0-9A-F]{16}$/.test(keyId) ? this.cache.get(keyId) : Promise.resolve(null);
  }

  /** Drops a key from the cache, so that its next request reads it again. */
  forget(keyId: string): void {
    this.cache.forget(keyId);
  }

  /** A signing key that belongs to nobody, so that an unknown key id takes as long as a wrong signature. */
  readonly decoy = createSecretKey(createHash('sha256').update(randomBytes(32)).digest());

  /** Notes that a key signed a request. */
  touch(keyId: string): void {
    this.used.note(keyId, now());
  }

  /** Writes the noted uses; at shut-down too. */
  flush(): Promise<void> {
    return this.used.flush();
  }

  private async load(keyId: string): Promise<StoredKey | null> {
    const { rows } = await this.database.pool.query<KeyRow>({ ...FIND_KEY, values: [keyId] });
    const row = rows[0];
    if (row === undefined) return null;
    return {
      id: row.id,
      keyId: row.keyId,
      accountId: row.accountId,
      partner: row.partnerId === null ? null : { id: row.partnerId, status: row.partnerStatus, linkMode: row.linkMode },
      scopes: row.scopes ?? [],
      revoked: row.revokedAt !== null,
      expiresAt: row.expiresAt,
      barred: row.barred,
      networks: (row.allowedIps ?? []).map(parsedNetwork),
      signingKey: createSecretKey(this.vault.open(row.signingKey, row.keyId), 'ascii'),
    };
  }
}
