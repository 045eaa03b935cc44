/** Gives an endpoint a new secret; the old secret also signs for a day (docs/contract/webhooks.md#rotation). */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { actingPartner } from '@/server/modules/account/admin/made-by';
import type { Endpoint } from '@/server/modules/account/webhooks/schema';
import { requireDelivery } from '@/server/modules/account/webhooks/send-by-hand';
import {
  makeEndpointSecret,
  openEndpointSecret,
  openPreviousSecrets,
  sealPreviousSecrets,
} from '@/server/modules/account/webhooks/secrets';
import { OVERLAP_HOURS } from '@/server/modules/account/webhooks/vocabulary';

interface Secrets {
  id: string;
  secret: string;
  previousSecrets: string | null;
}

/** Locked, so that of two rotations at once the second finds the secret of the first. */
const lockSecrets = workspaceStatement<Secrets, [id: string]>(
  'webhooks.lock-secrets',
  `SELECT e.id, e.secret, e."previousSecrets" FROM "WebhookEndpoint" e
    WHERE e."accountId" = $1 AND e.id = $2 FOR NO KEY UPDATE`,
);

/**
 * Returns the secrets that sign on until then. Null where APP_SECRET has changed: what nobody can read signs nothing.
 */
function previousOf(appSecrets: AppSecrets, row: Secrets, { now, until }: { now: Date; until: Date }): string | null {
  let previous;
  try {
    previous = [...openPreviousSecrets(appSecrets, row, now), { secret: openEndpointSecret(appSecrets, row), until }];
  } catch {
    return null;
  }
  return sealPreviousSecrets(appSecrets, row.id, previous);
}

/**
 * Gives an endpoint a new secret, which is in the answer and nowhere else.
 * @throws AppError NOT_FOUND, BAD_STATE without the extension
 */
export async function rotate(
  db: WorkspaceDb,
  settings: Settings,
  id: string,
): Promise<{ endpoint: Endpoint; secret: string; previousSecretsUntil: Date }> {
  const until = new Date(db.now.getTime() + OVERLAP_HOURS * 60 * 60_000);
  return await db.prismaTransaction(async (tx) => {
    const row = orNotFound((await tx.rows(lockSecrets, id))[0]);
    requireDelivery(settings);
    const partnerId = await actingPartner(tx);
    const { secret, sealed, preview } = makeEndpointSecret(settings.appSecrets, id);
    const [endpoint] = await tx.prisma.webhookEndpoint.updateManyAndReturn({
      where: { id },
      data: {
        secret: sealed,
        secretPreview: preview,
        previousSecrets: previousOf(settings.appSecrets, row, { now: tx.now, until }),
        previousSecretsUntil: until,
        // Who is told the secret can sign in our name.
        ...(partnerId !== null && { partnerId }),
        updatedAt: tx.now,
      },
    });
    const { url } = orNotFound(endpoint);
    await tx.audit({
      action: 'webhook_endpoint.rotate',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url },
    });
    return { endpoint: orNotFound(endpoint), secret, previousSecretsUntil: until };
  });
}
