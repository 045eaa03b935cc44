/** The till system of Kopi Nusantara, a shop that calls us, and what it called with lately. */
import type { Database } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { madeId } from '@/server/platform/db/new-id';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { newSigningSecret } from '@/server/modules/account/webhooks/secrets';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import type { CallResult } from '@/server/modules/shops/connections/vocabulary';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Minutes ago, what came of it, and why. */
const CALLS: readonly [number, CallResult, string?][] = [
  [3, 'applied'],
  [19, 'applied'],
  [20, 'repeated'],
  [64, 'applied'],
  [132, 'malformed', 'rows.4.amount: Invalid input: expected number, received string'],
  [133, 'applied'],
  [410, 'applied'],
  [1_530, 'refused'],
  [1_532, 'applied'],
  [2_960, 'applied'],
  [4_410, 'applied'],
];

export async function makeIntegrations(
  transaction: Transaction,
  accountId: string,
  userId: string,
  appSecrets: AppSecrets,
  at: Date,
): Promise<{ id: string; externalSource: string }> {
  const id = madeId();
  const connectedAt = new Date(at.getTime() - 33 * DAY);
  const displayName = 'Kasir Menteng';
  // Its products come with the catalogue, by another way.
  const config = wholeConfig('http_generic', { sync: { products: false }, consent: 'unsubscribed' });
  await transaction.integration.create({
    data: {
      id,
      accountId,
      provider: 'http_generic',
      externalId: id,
      displayName,
      status: 'active',
      config: castJson(config),
      bringsProducts: config.sync.products,
      credentials: sealCredentials(appSecrets, { id, accountId }, { secret: newSigningSecret() }),
      lastEventAt: new Date(at.getTime() - 3 * MINUTE),
      activatedAt: connectedAt,
      createdAt: connectedAt,
      updatedAt: connectedAt,
    },
  });
  await transaction.integrationWebhook.createMany({
    data: CALLS.map(([minutes, result, reason = null]) => {
      const receivedAt = new Date(at.getTime() - minutes * MINUTE);
      const webhook = { accountId, integrationId: id, headers: {}, body: Buffer.alloc(0), receivedAt };
      return { id: madeId(), ...webhook, appliedAt: receivedAt, dueAt: receivedAt, attempts: 1, result, reason };
    }),
  });
  await transaction.auditEntry.create({
    data: {
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'integration.connect',
      targetType: 'integration',
      targetId: id,
      data: { provider: 'http_generic', displayName },
      createdAt: connectedAt,
    },
  });
  return { id, externalSource: `http_generic:${id}` };
}
