/**
 * Finds everything that a partner set up in a workspace: keys, webhook endpoints, invitations, connections to shops and
 * channels, pixels (docs/contract/admin.md#what-a-partner-leaves). These things end with the partner's authority.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { partnerStatement, type PartnerTx } from '@/server/platform/db/installation';
import { defineHook } from '@/server/platform/lib/hook';
import { revokeInvitationsOf } from '@/server/modules/account/accounts/invitations-of';

/** Hooks that end further things when a connection to a shop or a channel is revoked (server/assembly/hooks.ts). */
export const onShopRevoked = defineHook<[tx: StatementTx, integrationId: string]>('shop revoked');
export const onChannelRevoked = defineHook<[tx: StatementTx, channelId: string]>('channel revoked');

/**
 * A platform key belongs to its partner. A key made by a partner's key belongs to the same partner, so both end
 * together.
 */
const findPartner = workspaceStatement<{ id: string }, [partnerId: string | null, keyId: string | null]>(
  'admin.acting-partner',
  `SELECT p.id FROM (SELECT $1::text AS id) w LEFT JOIN "ApiKey" k ON k."accountId" = w.id AND k.id = $3::text
    JOIN "Partner" p ON p.id = coalesce($2::text, k."partnerId")`,
);

/** Returns the partner that acts, by a platform key or a key that it made; null: no partner. */
export async function actingPartner(db: Pick<StatementTx, 'actor' | 'rows'>): Promise<string | null> {
  const { actor } = db;
  if (actor.kind !== 'platform' && actor.kind !== 'key') return null;
  const [partner] = await db.rows(findPartner, actor.partnerId, actor.kind === 'key' ? actor.id : null);
  return partner?.id ?? null;
}

/** SQL condition: the thing set up at `at` counts. @param until a parameter; null: everything counts */
const inTime = (at: string, until: string): string => `(${until}::timestamptz IS NULL OR ${at} <= ${until})`;

type Ending = [partnerId: string, now: Date, until: Date | null];

const revokeKeys = workspaceStatement<{ id: string; name: string; keyId: string }, Ending>(
  'admin.revoke-keys-of',
  `UPDATE "ApiKey" k SET "revokedAt" = $3::timestamptz
    WHERE k."accountId" = $1 AND k."partnerId" = $2 AND k."revokedAt" IS NULL AND ${inTime('k."createdAt"', '$4')}
    RETURNING k.id, k.name, k."keyId"`,
);

const stopEndpoints = workspaceStatement<{ id: string; url: string }, Ending>(
  'admin.stop-endpoints-of',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'partner', "stoppedAt" = $3::timestamptz,
    "updatedAt" = $3::timestamptz
   WHERE e."accountId" = $1 AND e."partnerId" = $2 AND (e.active OR e."stoppedBy" = 'partner')
     AND ${inTime('e."updatedAt"', '$4')} RETURNING e.id, e.url`,
);

/**
 * Removes the partner from its endpoints: they belong to the workspace alone. The owner may switch them on, and later
 * changes of the partner do not affect them.
 */
const disownEndpoints = workspaceStatement<never, [partnerId: string, stopped: readonly string[] | null]>(
  'admin.disown-endpoints-of',
  `UPDATE "WebhookEndpoint" e SET "partnerId" = NULL
    WHERE e."accountId" = $1 AND e."partnerId" = $2 AND ($3::text[] IS NULL OR e.id = ANY ($3))`,
);

/**
 * SQL that finds who set a connection's credentials, and when (`at`): a partner, by its key or a key that it made, or
 * nobody (`partnerId` null). Only the last connect or renewal counts, so credentials that the workspace has renewed are
 * its own.
 */
export const givenBy = (connection: string, action: string, accountId: string): string =>
  `(SELECT coalesce(k."partnerId", a."partnerId") AS "partnerId", a."createdAt" AS at FROM "AuditEntry" a
    LEFT JOIN "ApiKey" k ON k."accountId" = ${accountId} AND a."actorKind" = 'key' AND k.id = a."actorId"
    WHERE a."accountId" = ${accountId} AND a."targetId" = ${connection}.id AND a.action = '${action}'
      ORDER BY a."createdAt" DESC, a.id DESC LIMIT 1)`;

const isGivenBy = (connection: string, action: string, partner: string, until: string): string =>
  `EXISTS (SELECT FROM ${givenBy(connection, action, '$1')} g
    WHERE g."partnerId" = ${partner} AND ${inTime('g."at"', until)})`;

/** SQL of the connections of a workspace that a partner set up. */
export const SHOPS_OF = (partner: string, until = 'NULL'): string =>
  `"Integration" i WHERE i."accountId" = $1 AND i.status <> 'revoked'
    AND ${isGivenBy('i', 'integration.connect', partner, until)}`;
export const CHANNELS_OF = (partner: string, until = 'NULL'): string =>
  `"ChannelIntegration" c WHERE c."accountId" = $1 AND c.status <> 'revoked'
    AND ${isGivenBy('c', 'channel.connect', partner, until)}`;

const revokeShops = workspaceStatement<{ id: string; provider: string; displayName: string }, Ending>(
  'admin.revoke-shops-of',
  `UPDATE "Integration" t SET status = 'revoked', "updatedAt" = $3::timestamptz
    WHERE t."accountId" = $1 AND t.id IN (SELECT i.id FROM ${SHOPS_OF('$2', '$4')})
    RETURNING t.id, t.provider, t."displayName"`,
);
const revokeChannels = workspaceStatement<{ id: string; provider: string; displayName: string }, Ending>(
  'admin.revoke-channels-of',
  `UPDATE "ChannelIntegration" t SET status = 'revoked', "updatedAt" = $3::timestamptz
    WHERE t."accountId" = $1 AND t.id IN (SELECT c.id FROM ${CHANNELS_OF('$2', '$4')})
    RETURNING t.id, t.provider, t."displayName"`,
);

/**
 * Switches pixels off: purchases would still be reported to the partner's advertising account. The ids stay, so that
 * the owner sees them and may switch them on.
 */
const switchOffPixels = workspaceStatement<never, Ending>(
  'admin.switch-off-pixels-of',
  `UPDATE "MerchantPixels" p SET enabled = false, "updatedAt" = $3::timestamptz,
     "setByPartner" = (SELECT coalesce(jsonb_object_agg(s.key, s.value), '{}') FROM jsonb_each_text(p."setByPartner") s
       WHERE s.value <> $2)
   WHERE p."accountId" = $1 AND EXISTS (SELECT FROM jsonb_each_text(p."setByPartner") s WHERE s.value = $2)
     AND ${inTime('p."updatedAt"', '$4')}`,
);

/**
 * Ends everything that a partner set up, after its link has ended: revokes keys, shops, channels and open invitations,
 * and switches endpoints off until the owner wants them. Each is recorded. Pixels are switched off without a record,
 * like every change of pixels.
 * @param until ends only things set up until then; null: all
 */
export async function endMadeBy(tx: StatementTx, partnerId: string, until: Date | null = null): Promise<void> {
  for (const { id, name, keyId } of await tx.rows(revokeKeys, partnerId, tx.now, until))
    await tx.audit({ action: 'api_key.revoke', targetType: 'api_key', targetId: id, data: { name, keyId } });
  const stopped = await tx.rows(stopEndpoints, partnerId, tx.now, until);
  for (const { id, url } of stopped)
    await tx.audit({
      action: 'webhook_endpoint.update',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, changed: ['active'], stoppedBy: 'partner' },
    });
  await tx.rows(disownEndpoints, partnerId, until === null ? null : stopped.map(({ id }) => id));
  for (const { id, ...data } of await tx.rows(revokeShops, partnerId, tx.now, until)) {
    await tx.audit({ action: 'integration.revoke', targetType: 'integration', targetId: id, data });
    await onShopRevoked.run(tx, id);
  }
  for (const { id, ...data } of await tx.rows(revokeChannels, partnerId, tx.now, until)) {
    await onChannelRevoked.run(tx, id);
    await tx.audit({ action: 'channel.revoke', targetType: 'channel', targetId: id, data });
  }
  await revokeInvitationsOf(tx, partnerId);
  await tx.rows(switchOffPixels, partnerId, tx.now, until);
}

const suspendEndpoints = partnerStatement<{ id: string }, [now: Date]>(
  'admin.suspend-endpoints',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'partner', "stoppedAt" = $2::timestamptz,
    "updatedAt" = $2::timestamptz WHERE e."partnerId" = $1 AND e.active RETURNING e.id`,
);
const resumeEndpoints = partnerStatement<{ id: string }, [now: Date]>(
  'admin.resume-endpoints',
  `UPDATE "WebhookEndpoint" e SET active = true, "stoppedBy" = NULL, "stoppedAt" = NULL, "updatedAt" = $2::timestamptz
    WHERE e."partnerId" = $1 AND NOT e.active AND e."stoppedBy" = 'partner' RETURNING e.id`,
);

/**
 * Stops the partner's endpoints while the partner is suspended. Keys (server/platform/auth/keys.ts), generic shops
 * (server/platform/db/callbacks.ts) and invitations (server/modules/account/accounts/accept-invitation.ts) check the
 * partner's status themselves.
 */
export const suspendMadeBy = (tx: PartnerTx): Promise<unknown> => tx.rows(suspendEndpoints, tx.now);
export const resumeMadeBy = (tx: PartnerTx): Promise<unknown> => tx.rows(resumeEndpoints, tx.now);
