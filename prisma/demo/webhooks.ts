/** The systems of Kopi Nusantara that want to hear of events: two endpoints, at addresses that nobody has. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/db/client';
import type { AppSecrets } from '@/server/lib/crypto';
import { makeEndpointSecret } from '@/server/resources/webhooks/secrets';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 86_400_000;

const ENDPOINTS = [
  {
    url: 'https://gudang.kopinusantara.example/hooks/laris',
    description: 'Warehouse: what to pack and whom to thank',
    events: ['svc.referral.fulfilled.v1', 'svc.abandoned_cart.recovered.v1'],
    active: true,
    daysAgo: 61,
  },
  {
    url: 'https://crm.kopinusantara.example/laris/events',
    description: 'CRM, waits for the new release',
    events: ['*'],
    active: false,
    daysAgo: 12,
  },
];

export async function makeWebhooks(
  transaction: Transaction,
  accountId: string,
  userId: string,
  appSecrets: AppSecrets,
  at: Date,
): Promise<void> {
  for (const { daysAgo, ...endpoint } of ENDPOINTS) {
    const id = `c${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    const { sealed, preview } = makeEndpointSecret(appSecrets, id);
    const createdAt = new Date(at.getTime() - daysAgo * DAY);
    await transaction.webhookEndpoint.create({
      data: { id, accountId, ...endpoint, secret: sealed, secretPreview: preview, createdAt, updatedAt: createdAt },
    });
    await transaction.auditEntry.create({
      data: {
        accountId,
        actorKind: 'session',
        actorId: userId,
        action: 'webhook_endpoint.create',
        targetType: 'webhook_endpoint',
        targetId: id,
        data: { url: endpoint.url, events: endpoint.events },
        createdAt,
      },
    });
  }
}
