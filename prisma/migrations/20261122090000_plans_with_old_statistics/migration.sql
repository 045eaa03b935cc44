-- A workspace of which PostgreSQL's statistics do not know yet may have any number of rows (server/db/statement.ts).

-- Wherever the planner does not know which workspace is asked for, it counts on one that is all of the table, and so
-- never takes an index on the workspace alone where there is one that has more of the condition.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Contact', 'ContactListMember', 'Suppression', 'MarketingMessage', 'AbandonedCartReminder', 'BuyerEmailPreference',
    'DiscountCode', 'DiscountRedemption', 'ReferralLink', 'ReferralAttribution', 'PixelConversion', 'WebhookDelivery'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "accountId" SET (n_distinct = 1)', name);
    -- Statistics are taken anew within a minute of an import, not only when the table of all workspaces grew by a tenth.
    EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000)', name);
  END LOOP;
END $$;
-- The same of a list.
ALTER TABLE "ContactListMember" ALTER COLUMN "listId" SET (n_distinct = 1);
-- The settings hold for statistics that are taken from now on.
ANALYZE "Contact", "ContactListMember", "Suppression", "MarketingMessage", "AbandonedCartReminder", "BuyerEmailPreference",
  "DiscountCode", "DiscountRedemption", "ReferralLink", "ReferralAttribution", "PixelConversion", "WebhookDelivery";

-- Which rows of a statement became others is a difference of sets. A join of the two is planned for the first statement
-- of a connection, mostly of one row, and that plan goes over all of them for each of them when an import changes 5,000.
CREATE OR REPLACE FUNCTION webhook_contact_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone text := current_setting('laris.deleted_contact', true);
  told text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    told := ARRAY(
      SELECT n.id FROM changed n WHERE n.id = gone
      UNION
      SELECT different.id FROM (
        SELECT "accountId", id, "identityHash", email, phone, "firstName", "lastName", "socialHandles", subscriptions, attributes, source, "externalRef" FROM changed
        EXCEPT
        SELECT "accountId", id, "identityHash", email, phone, "firstName", "lastName", "socialHandles", subscriptions, attributes, source, "externalRef" FROM before) different);
    IF told = '{}' THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, t.type, d.payload, c."updatedAt", c."updatedAt", c."updatedAt", c."updatedAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT CASE WHEN TG_OP = 'INSERT' THEN 'svc.contact.created.v1' WHEN c.id = gone THEN 'svc.contact.deleted.v1' ELSE 'svc.contact.updated.v1' END AS type) t
  CROSS JOIN LATERAL (SELECT c.id, c."accountId", c."identityHash", c.email, c.phone, c."firstName", c."lastName", c."socialHandles", c.subscriptions, c.attributes, c.source, c."externalRef",
    webhook_instant(c."createdAt") AS "createdAt", webhook_instant(c."updatedAt") AS "updatedAt") contact
  CROSS JOIN LATERAL (SELECT contact) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", t.type, c.id, c."updatedAt", row_to_json(data)) d
  WHERE TG_OP = 'INSERT' OR c.id IN (SELECT unnest(told))
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION webhook_attribution_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    told := ARRAY(
      SELECT different.id FROM (
        SELECT "accountId", id, status FROM changed WHERE status IN ('rewarded', 'voided', 'expired')
        EXCEPT
        SELECT "accountId", id, status FROM before) different);
    IF told = '{}' THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, t.type, d.payload, c."updatedAt", c."updatedAt", c."updatedAt", c."updatedAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT 'svc.referral.' || CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN c.status = 'rewarded' THEN 'fulfilled' ELSE c.status END || '.v1' AS type) t
  CROSS JOIN LATERAL (SELECT c.id, c."accountId", c."programId", c."linkId", c."referrerCustomerId", c."refereeCustomerId", c.status, c."qualifyingCheckoutSessionId", c."externalSource", c."externalRef",
    c."referrerCodeId", c."refereeCodeId", webhook_instant(c."expiresAt") AS "expiresAt", webhook_instant(c."rewardedAt") AS "rewardedAt", webhook_instant(c."createdAt") AS "createdAt") attribution
  CROSS JOIN LATERAL (SELECT attribution) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", t.type, c.id, c."updatedAt", row_to_json(data)) d
  WHERE TG_OP = 'INSERT' OR c.id IN (SELECT unnest(told))
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
