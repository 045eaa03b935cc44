/**
 * A campaign with 1,000 children, with all that hangs on it and its roll-up
 * (docs/contract/marketing-campaigns.md#full).
 */
import pg from 'pg';
import type { Suite } from './lib/measurement';

/** The benchmark's campaign, so that floor and measurement need not ask for it. */
export const CAMPAIGN_ID = 'cbenchmarketingcampaign00';

/** 100 broadcasts with messages, 300 codes that were redeemed, 100 posts, 500 reminders of which a third came back. */
const INSERTS = [
  `INSERT INTO "MarketingCampaign" ("accountId", id, name, status, "createdAt", "updatedAt") VALUES ($1, '${CAMPAIGN_ID}', 'Bench', 'live', now(), now())`,
  `INSERT INTO "Broadcast" ("accountId", name, providers, content, audience, status, "startedAt", "marketingCampaignId", "createdAt", "updatedAt")
   SELECT $1, 'Broadcast ' || n, ARRAY['email_p1'], jsonb_build_object('email', jsonb_build_object('html', repeat('x', 20000))), '{}', 'sending', now(), '${CAMPAIGN_ID}', now() - n * interval '1 hour', now() FROM generate_series(1, 100) n`,
  `INSERT INTO "BroadcastTally" ("accountId", "broadcastId", status, messages)
   SELECT $1, b.id, s.status, 1000 FROM "Broadcast" b, (VALUES ('sent'), ('delivered'), ('opened'), ('clicked'), ('bounced'), ('failed')) s(status) WHERE b."accountId" = $1 AND b."marketingCampaignId" = '${CAMPAIGN_ID}'`,
  `UPDATE "DiscountCode" d SET "marketingCampaignId" = '${CAMPAIGN_ID}' WHERE d."accountId" = $1
   AND d.id IN (SELECT r."discountCodeId" FROM "DiscountRedemption" r WHERE r."accountId" = $1 ORDER BY r.id LIMIT 300)`,
  `INSERT INTO "BlogPost" ("accountId", slug, title, body, status, tags, "marketingCampaignId", "createdAt", "updatedAt")
   SELECT $1, 'bench-campaign-' || n, 'Post ' || n, repeat('Kopi. ', 2000), 'draft', ARRAY['kopi'], '${CAMPAIGN_ID}', now() - n * interval '1 hour', now() FROM generate_series(1, 100) n`,
  `INSERT INTO "AbandonedCartReminder" ("accountId", "customerId", "cartId", email, "cartSnapshot", "valueAtSend", "currencyAtSend", "marketingCampaignId", "sentAt", "recoveredAt")
   SELECT $1, 'customer-' || n, 'cart-' || n, 'buyer-' || n || '@example.test', jsonb_build_object('items', jsonb_build_array(repeat('x', 2000))), 150000, 'IDR', '${CAMPAIGN_ID}', now() - n * interval '1 hour', CASE WHEN n % 3 = 0 THEN now() END
   FROM generate_series(1, 500) n`,
  'ANALYZE "Broadcast", "BroadcastTally", "DiscountCode", "BlogPost", "AbandonedCartReminder"',
];

export const marketingCampaigns: Suite = {
  floor: 'marketing-campaigns.floor.ts',
  async prepare(databaseUrl, { accountId }) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const text of INSERTS) await client.query(text, text.includes('$1') ? [accountId] : []);
    await client.end();
  },
  measurements: [
    {
      name: 'hub-full',
      title: 'GET /marketing-campaigns/:id/full, 1,000 children',
      warmUp: 200,
      call: () => ({ method: 'GET', path: `/api/v1/marketing-campaigns/${CAMPAIGN_ID}/full` }),
    },
  ],
};
