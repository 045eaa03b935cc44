/** What a shop calls with as it comes in: stored and answered, before anybody looks into it. */
import { openDatabase } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import type { Measurement, Suite } from './lib/measurement';

/** The shop of the measurements. */
export const SHOP = 'cbench000000000000000shop';

/** The buyers of the orders that a partner reports. */
const BUYERS = 1_000;

const ORDER = {
  amount: 150_000,
  currency: 'IDR',
  status: 'paid',
  placedAt: '2026-01-01T09:00:00+07:00',
  items: [{ productRef: 'sku-1', name: 'Kopi Gayo', quantity: 2, price: 75_000 }],
};

const measurements: Measurement[] = [
  {
    name: 'integrations-webhook',
    title: 'POST /integrations/:id/webhooks',
    goal: 0.5,
    call: (_, serial) => ({
      method: 'POST',
      path: `/api/v1/integrations/${SHOP}/webhooks`,
      headers: { 'svc-signature': `t=1767225600,v1=${'0'.repeat(64)}` },
      body: {
        id: `d-${serial}`,
        type: 'orders',
        rows: [{ externalRef: `o-${String(serial)}`, email: 'ani@example.com', ...ORDER }],
      },
    }),
  },
  {
    name: 'orders',
    title: 'PUT /integrations/orders',
    // No goal of the contract: the share that was there before funnels followed from it.
    goal: 0.09,
    call: (_, serial) => ({
      method: 'PUT',
      path: '/api/v1/integrations/orders',
      body: {
        externalSource: 'bench',
        rows: [
          {
            externalRef: `o-${String(serial)}`,
            email: `buyer-${String(serial % BUYERS)}@example.com`,
            ...ORDER,
          },
        ],
      },
    }),
  },
];

export const integrations: Suite = {
  floor: 'integrations.floor.ts',
  measurements,
  async prepare(databaseUrl, { accountId }) {
    const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
    const at = new Date();
    const row = {
      id: SHOP,
      accountId,
      provider: 'http_generic',
      externalId: SHOP,
      displayName: 'Toko',
      status: 'active',
      config: castJson(wholeConfig('http_generic')),
      bringsProducts: true,
      refusedAt: [],
      activatedAt: at,
      createdAt: at,
      updatedAt: at,
    };
    await database.prisma.integration.createMany({ data: [row], skipDuplicates: true });
    await database.close();
  },
};
