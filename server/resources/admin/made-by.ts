/**
 * What a partner set up in a workspace with the authority that it was lent: keys, webhook endpoints, invitations
 * (docs/contract/admin.md#what-a-partner-leaves). It lasts no longer than that authority.
 */
import { PARTNERS_OF_SHOP } from '@/server/db/callbacks';
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import { partnerStatement, type PartnerTx } from '@/server/db/installation';
import { revokeInvitationsOf } from '@/server/resources/accounts/invitations-of';

/** Of a platform key its partner; of a key that a partner made the same one, so that a key of a key ends with it. */
const findPartner = workspaceStatement<{ id: string }, [partnerId: string | null, keyId: string | null]>(
  'admin.acting-partner',
  `SELECT p.id FROM (SELECT $1::text AS id) w LEFT JOIN "ApiKey" k ON k."accountId" = w.id AND k.id = $3::text JOIN "Partner" p ON p.id = coalesce($2::text, k."partnerId")`,
);

/** The partner that acts in this transaction, by a key of its own or one that it made; null: none. */
export async function actingPartner({ actor, rows }: Pick<StatementTx, 'actor' | 'rows'>): Promise<string | null> {
  if (actor.kind !== 'platform' && actor.kind !== 'key') return null;
  const [partner] = await rows(findPartner, actor.partnerId, actor.kind === 'key' ? actor.id : null);
  return partner?.id ?? null;
}

const revokeKeys = workspaceStatement<{ id: string; name: string; keyId: string }, [partnerId: string, now: Date]>(
  'admin.revoke-keys-of',
  `UPDATE "ApiKey" k SET "revokedAt" = $3::timestamptz WHERE k."accountId" = $1 AND k."partnerId" = $2 AND k."revokedAt" IS NULL RETURNING k.id, k.name, k."keyId"`,
);

const stopEndpoints = workspaceStatement<{ id: string; url: string }, [partnerId: string, now: Date]>(
  'admin.stop-endpoints-of',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'partner', "stoppedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
   WHERE e."accountId" = $1 AND e."partnerId" = $2 AND (e.active OR e."stoppedBy" = 'partner') RETURNING e.id, e.url`,
);

/** Nobody's but the workspace's from now on: the owner may switch it on, and no later word about the partner does. */
const disownEndpoints = workspaceStatement<never, [partnerId: string]>(
  'admin.disown-endpoints-of',
  `UPDATE "WebhookEndpoint" e SET "partnerId" = NULL WHERE e."accountId" = $1 AND e."partnerId" = $2`,
);

/** The secret of a generic shop is told to who connects it, and takes rows in: it ends as a key does. */
const revokeShops = workspaceStatement<
  { id: string; provider: string; displayName: string },
  [partnerId: string, now: Date]
>(
  'admin.revoke-shops-of',
  `UPDATE "Integration" i SET status = 'revoked', "updatedAt" = $3::timestamptz WHERE i."accountId" = $1 AND i.status <> 'revoked' AND EXISTS (SELECT FROM (${PARTNERS_OF_SHOP}) p WHERE p.id = $2) RETURNING i.id, i.provider, i."displayName"`,
);

/**
 * The link has ended: keys and generic shops are revoked, endpoints switched off until the owner wants them, open
 * invitations taken back; each is recorded.
 */
export async function endMadeBy(tx: StatementTx, partnerId: string): Promise<void> {
  for (const { id, name, keyId } of await tx.rows(revokeKeys, partnerId, tx.now))
    await tx.audit({ action: 'api_key.revoke', targetType: 'api_key', targetId: id, data: { name, keyId } });
  for (const { id, url } of await tx.rows(stopEndpoints, partnerId, tx.now))
    await tx.audit({
      action: 'webhook_endpoint.update',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, changed: ['active'], stoppedBy: 'partner' },
    });
  await tx.rows(disownEndpoints, partnerId);
  for (const { id, ...data } of await tx.rows(revokeShops, partnerId, tx.now))
    await tx.audit({ action: 'integration.revoke', targetType: 'integration', targetId: id, data });
  await revokeInvitationsOf(tx, partnerId);
}

const suspendEndpoints = partnerStatement<{ id: string }, [now: Date]>(
  'admin.suspend-endpoints',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'partner', "stoppedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz WHERE e."partnerId" = $1 AND e.active RETURNING e.id`,
);
const resumeEndpoints = partnerStatement<{ id: string }, [now: Date]>(
  'admin.resume-endpoints',
  `UPDATE "WebhookEndpoint" e SET active = true, "stoppedBy" = NULL, "stoppedAt" = NULL, "updatedAt" = $2::timestamptz WHERE e."partnerId" = $1 AND NOT e.active AND e."stoppedBy" = 'partner' RETURNING e.id`,
);

/**
 * Its endpoints are told nothing meanwhile. Keys (server/auth/keys.ts), generic shops (server/db/callbacks.ts) and invitations
 * (server/resources/accounts/accept-invitation.ts) ask how their partner stands themselves.
 */
export const suspendMadeBy = (tx: PartnerTx): Promise<unknown> => tx.rows(suspendEndpoints, tx.now);
export const resumeMadeBy = (tx: PartnerTx): Promise<unknown> => tx.rows(resumeEndpoints, tx.now);
