-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "logoKey" TEXT;

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "openedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "currency" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "provider" TEXT,
ADD COLUMN     "renewsAt" TIMESTAMPTZ(3),
ADD COLUMN     "upstreamId" TEXT;

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "email" TEXT,
    "tokenHash" TEXT NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedBy" TEXT,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "kind" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "upstreamInvoiceId" TEXT,
    "upstreamSubscriptionId" TEXT,
    "checkoutSessionId" TEXT,
    "checkoutUrl" TEXT,
    "email" TEXT NOT NULL,
    "periodStart" TIMESTAMPTZ(3),
    "periodEnd" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "receiptUrl" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BillingCallback" (
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "accountId" TEXT,
    "type" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "body" TEXT,
    "result" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BillingCallback_pkey" PRIMARY KEY ("provider","eventId")
);

-- CreateTable
CREATE TABLE "SandboxSubscription" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "nextOutcome" TEXT NOT NULL DEFAULT 'paid',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SandboxSubscription_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "SandboxInvoice" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "subscriptionId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "returnUrl" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SandboxInvoice_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "IdempotentReply" (
    "accountId" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "heldUntil" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotentReply_pkey" PRIMARY KEY ("accountId","keyHash")
);

-- CreateTable
CREATE TABLE "RequestTally" (
    "accountId" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "RequestTally_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY['*']::TEXT[],
    "description" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "stoppedBy" TEXT,
    "secret" TEXT NOT NULL,
    "secretPreview" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "endpointId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastAttemptAt" TIMESTAMPTZ(3),
    "nextRetryAt" TIMESTAMPTZ(3),
    "responseCode" INTEGER,
    "responseBody" TEXT,
    "attemptLog" JSONB NOT NULL DEFAULT '[]',
    "claimableAt" TIMESTAMPTZ(3),
    "claimedBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_accountId_createdAt_id_idx" ON "Invitation"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset"("expiresAt");

-- CreateIndex
CREATE INDEX "Invoice_accountId_createdAt_id_idx" ON "Invoice"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_provider_upstreamSubscriptionId_idx" ON "Invoice"("provider", "upstreamSubscriptionId");

-- CreateIndex
CREATE INDEX "Invoice_status_expiresAt_idx" ON "Invoice"("status", "expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_provider_upstreamInvoiceId_key" ON "Invoice"("provider", "upstreamInvoiceId");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_upstreamSubscriptionId_kind_periodStart_key" ON "Invoice"("accountId", "upstreamSubscriptionId", "kind", "periodStart");

-- CreateIndex
CREATE INDEX "Invoice_id_idx" ON "Invoice"("id");

-- CreateIndex
CREATE INDEX "SandboxSubscription_id_idx" ON "SandboxSubscription"("id");

-- CreateIndex
CREATE UNIQUE INDEX "SandboxInvoice_token_key" ON "SandboxInvoice"("token");

-- CreateIndex
CREATE INDEX "SandboxInvoice_accountId_subscriptionId_idx" ON "SandboxInvoice"("accountId", "subscriptionId");

-- CreateIndex
CREATE UNIQUE INDEX "SandboxInvoice_accountId_reference_key" ON "SandboxInvoice"("accountId", "reference");

-- CreateIndex
CREATE INDEX "BillingCallback_receivedAt_idx" ON "BillingCallback"("receivedAt");

-- CreateIndex
CREATE INDEX "IdempotentReply_expiresAt_idx" ON "IdempotentReply"("expiresAt");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_createdAt_id_idx" ON "WebhookEndpoint"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_createdAt_id_idx" ON "WebhookDelivery"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_endpointId_createdAt_id_status_idx" ON "WebhookDelivery"("accountId", "endpointId", "createdAt", "id", "status");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_action_createdAt_id_idx" ON "AuditEntry"("accountId", "action", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_targetType_createdAt_id_idx" ON "AuditEntry"("accountId", "targetType", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_targetId_createdAt_id_idx" ON "AuditEntry"("accountId", "targetId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_actorId_createdAt_id_idx" ON "AuditEntry"("accountId", "actorId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Subscription_renewsAt_idx" ON "Subscription"("renewsAt");

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SandboxInvoice" ADD CONSTRAINT "SandboxInvoice_accountId_subscriptionId_fkey" FOREIGN KEY ("accountId", "subscriptionId") REFERENCES "SandboxSubscription"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Extensions: a count of requests is worth nothing after a crash, so counting waits for no disk.
ALTER TABLE "RequestTally" SET UNLOGGED;

-- Delivery of webhooks (server/webhooks/queue.ts): what is still to be sent, by endpoint, so that the worker jumps from
-- endpoint to endpoint and an idle look costs nothing. A row is written three times in its life.
CREATE INDEX "WebhookDelivery_endpointId_claimableAt_idx" ON "WebhookDelivery"("accountId", "endpointId", "claimableAt") WHERE "claimableAt" IS NOT NULL;
ALTER TABLE "WebhookDelivery" SET (fillfactor = 85);

-- Accounts: one owner a workspace.
CREATE UNIQUE INDEX "Membership_owner_key" ON "Membership"("accountId") WHERE role = 'owner';

-- Insights ---------------------------------------------------------------------------------------------------------

CREATE TABLE "ContactQuarterTally" (
    "accountId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "contacts" INTEGER NOT NULL,

    CONSTRAINT "ContactQuarterTally_pkey" PRIMARY KEY ("accountId","at")
);
-- Room on the page: a busy quarter's row changes with every contact.
ALTER TABLE "ContactQuarterTally" SET (fillfactor = 50);
INSERT INTO "ContactQuarterTally" ("accountId", "at", "contacts")
SELECT "accountId", date_bin('15 minutes', "createdAt", '2000-01-01Z'), count(*)::int FROM "Contact" GROUP BY 1, 2;

-- Contacts made in a month, for the plan's limit (4 §H), and in a quarter of an hour. The month's row comes first: it is
-- the one that creations of a workspace wait for each other at.
CREATE OR REPLACE FUNCTION contact_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ContactTally" AS t ("accountId", "month", "created")
  SELECT "accountId", to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM'), count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("accountId", "month") DO UPDATE SET "created" = t."created" + excluded."created";
  INSERT INTO "ContactQuarterTally" AS t ("accountId", "at", "contacts")
  SELECT "accountId", date_bin('15 minutes', "createdAt", '2000-01-01Z'), count(*)::int FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("accountId", "at") DO UPDATE SET "contacts" = t."contacts" + excluded."contacts";
  RETURN NULL;
END $$;

-- What was erased does not count any more, but was counted: the plan's limit is of contacts made (4 §H).
ALTER TABLE "ContactTally" ADD COLUMN "erased" INTEGER NOT NULL DEFAULT 0;
CREATE FUNCTION contact_tally_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ContactTally" t SET "erased" = t."erased" + r.contacts
  FROM (SELECT "accountId", to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS contacts FROM removed GROUP BY 1, 2) r
  WHERE t."accountId" = r."accountId" AND t."month" = r.month;
  UPDATE "ContactQuarterTally" t SET "contacts" = t."contacts" - r.contacts
  FROM (SELECT "accountId", date_bin('15 minutes', "createdAt", '2000-01-01Z') AS at, count(*)::int AS contacts FROM removed GROUP BY 1, 2) r
  WHERE t."accountId" = r."accountId" AND t."at" = r.at;
  RETURN NULL;
END $$;
CREATE TRIGGER "Contact_tally_delete" AFTER DELETE ON "Contact"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION contact_tally_remove();

-- Who opted out since when.
CREATE INDEX "Suppression_accountId_createdAt_address_family_idx" ON "Suppression"("accountId", "createdAt", "address", "family");
-- Broadcasts that were sent, by when.
CREATE INDEX "Broadcast_started_idx" ON "Broadcast" ("accountId", "startedAt", "id") WHERE "startedAt" IS NOT NULL;
-- The figures of a period are read off these indexes alone. A reminder's recovery changes indexed columns anyway.
DROP INDEX "DiscountRedemption_accountId_redeemedAt_id_idx";
CREATE INDEX "DiscountRedemption_period_idx" ON "DiscountRedemption"("accountId", "redeemedAt", "id", "currency", "appliedAmount", "appliedShipping");
DROP INDEX "AbandonedCartReminder_accountId_sentAt_id_idx";
CREATE INDEX "AbandonedCartReminder_period_idx" ON "AbandonedCartReminder"("accountId", "sentAt", "id", "recoveredAt", "valueAtSend", "currencyAtSend");

-- The hub: a campaign's codes and reminders newest first. A busy referral program files its reward codes under its
-- campaign, and a shop every cart it reminds of, so these two are read in pages (server/resources/marketing-campaigns).
DROP INDEX "DiscountCode_accountId_marketingCampaignId_idx";
DROP INDEX "AbandonedCartReminder_accountId_marketingCampaignId_idx";
CREATE INDEX "DiscountCode_accountId_marketingCampaignId_createdAt_id_idx" ON "DiscountCode"("accountId", "marketingCampaignId", "createdAt", "id");
CREATE INDEX "AbandonedCartReminder_campaign_idx" ON "AbandonedCartReminder"("accountId", "marketingCampaignId", "sentAt", "id");

-- Events for webhook endpoints (1 §6, 4 §L) -------------------------------------------------------------------------
--
-- The database writes them itself, in the transaction of the change: no way to a row can forget one, and none is seen
-- before it is true. The connections of a server whose EXTENSIONS name webhook-delivery say so (server/db/client.ts);
-- on all others these triggers do nothing. An event is told to the active endpoints that subscribe to it, and where
-- there are none nothing is written.
--
-- The time is the service's, as everywhere: the row's own instant of the change, or laris.now where the row has none
-- (server/db/telling.ts).

-- What was given up, for those who look for it: little beside what was sent.
CREATE INDEX "WebhookDelivery_failed_idx" ON "WebhookDelivery" ("accountId", "endpointId", "createdAt", "id") WHERE "status" = 'failed';

CREATE FUNCTION webhook_instant(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The clock is for a hand that writes past the service: what the service does says when.
CREATE FUNCTION webhook_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('milliseconds', coalesce(nullif(current_setting('laris.now', true), '')::timestamptz, clock_timestamp()))
$$;

-- What an endpoint may call an event: everything, its type, or the type without its ends (contact.created).
CREATE FUNCTION webhook_names(type text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['*', type, substr(type, 5, length(type) - 7)]
$$;

-- An id like those of new_id(), but the same for the same thing in the same transaction: what is changed twice before
-- it is true is told once, as it is in the end.
CREATE FUNCTION webhook_id(at timestamptz, what text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'c' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint >> 6), 9, '0')
    || left(encode(sha256(convert_to(pg_current_xact_id()::text || ' ' || what, 'UTF8')), 'hex'), 15)
$$;

-- The deliveries of one event. Plain SQL, so that the planner inlines it into inserts of many.
CREATE FUNCTION webhook_deliveries(account text, event_type text, subject text, at timestamptz, data json)
RETURNS TABLE (endpoint text, delivery text, event text, payload json) LANGUAGE sql STABLE AS $$
  SELECT e.id, webhook_id(at, event.id || ' ' || e.id), event.id, row_to_json(event)
  FROM "WebhookEndpoint" e
  CROSS JOIN LATERAL (SELECT webhook_id(at, event_type || ' ' || subject) AS id, event_type AS type, webhook_instant(at) AS "createdAt", account AS "accountId", data) event
  WHERE e."accountId" = account AND e.active AND e.events && webhook_names(event_type)
$$;

-- Each of the functions below looks first which rows of the statement it has something to tell of, and then whether
-- somebody listens. Whoever does is locked, so that an endpoint that is deleted meanwhile waits, and never fails the
-- change that would have told it.

-- svc.contact.created, .updated (something that clients see is another), .deleted (laris.deleted_contact names it).
CREATE FUNCTION webhook_contact_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone text := current_setting('laris.deleted_contact', true);
  told text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    told := ARRAY(
      SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id
      WHERE n.id = gone
        OR (n."identityHash", n.email, n.phone, n."firstName", n."lastName", n."socialHandles", n.subscriptions, n.attributes, n.source, n."externalRef")
          IS DISTINCT FROM (o."identityHash", o.email, o.phone, o."firstName", o."lastName", o."socialHandles", o.subscriptions, o.attributes, o.source, o."externalRef"));
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
  WHERE TG_OP = 'INSERT' OR c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "Contact_webhook_insert" AFTER INSERT ON "Contact" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_contact_written();
CREATE TRIGGER "Contact_webhook_update" AFTER UPDATE ON "Contact" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_contact_written();

-- An erased contact is told of by its id alone: what it said is what had to go.
CREATE FUNCTION webhook_contact_erased() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := webhook_now();
BEGIN
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, 'svc.contact.deleted.v1', d.payload, at, at, at, at
  FROM changed c
  CROSS JOIN LATERAL (SELECT c.id, c."accountId") contact
  CROSS JOIN LATERAL (SELECT contact, true AS erased) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", 'svc.contact.deleted.v1', c.id, at, row_to_json(data)) d
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "Contact_webhook_delete" AFTER DELETE ON "Contact" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_contact_erased();

-- svc.contact_list.created, .deleted
CREATE FUNCTION webhook_list_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type text := CASE TG_OP WHEN 'INSERT' THEN 'svc.contact_list.created.v1' ELSE 'svc.contact_list.deleted.v1' END;
  deleted timestamptz := CASE TG_OP WHEN 'DELETE' THEN webhook_now() END;
BEGIN
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, event_type, d.payload, t.at, t.at, t.at, t.at
  FROM changed c
  CROSS JOIN LATERAL (SELECT coalesce(deleted, c."createdAt") AS at) t
  CROSS JOIN LATERAL (SELECT c.id, c."accountId", c.name, c.description, c."memberCount", webhook_instant(c."createdAt") AS "createdAt", webhook_instant(c."updatedAt") AS "updatedAt") "contactList"
  CROSS JOIN LATERAL (SELECT "contactList") data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", event_type, c.id, t.at, row_to_json(data)) d
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "ContactList_webhook_insert" AFTER INSERT ON "ContactList" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_list_written();
CREATE TRIGGER "ContactList_webhook_delete" AFTER DELETE ON "ContactList" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_list_written();

-- svc.contact_list.member_added, .member_removed. The members of a list that is deleted go with it, untold.
CREATE FUNCTION webhook_member_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type text := CASE TG_OP WHEN 'INSERT' THEN 'svc.contact_list.member_added.v1' ELSE 'svc.contact_list.member_removed.v1' END;
  removed timestamptz := CASE TG_OP WHEN 'DELETE' THEN webhook_now() END;
BEGIN
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, event_type, d.payload, t.at, t.at, t.at, t.at
  FROM changed c JOIN "ContactList" l ON l."accountId" = c."accountId" AND l.id = c."listId"
  CROSS JOIN LATERAL (SELECT coalesce(removed, c."addedAt") AS at) t
  CROSS JOIN LATERAL (SELECT c."listId", c."contactId") data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", event_type, c."listId" || ' ' || c."contactId", t.at, row_to_json(data)) d
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "ContactListMember_webhook_insert" AFTER INSERT ON "ContactListMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_member_written();
CREATE TRIGGER "ContactListMember_webhook_delete" AFTER DELETE ON "ContactListMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_member_written();

-- svc.channel.connected (active, and was not), .revoked
CREATE FUNCTION webhook_channel_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    told := ARRAY(SELECT n.id FROM changed n WHERE n.status = 'active');
  ELSE
    told := ARRAY(SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id WHERE n.status IN ('active', 'revoked') AND n.status <> o.status);
  END IF;
  IF told = '{}' THEN RETURN NULL; END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, t.type, d.payload, c."updatedAt", c."updatedAt", c."updatedAt", c."updatedAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT CASE c.status WHEN 'active' THEN 'svc.channel.connected.v1' ELSE 'svc.channel.revoked.v1' END AS type) t
  CROSS JOIN LATERAL (SELECT c.id, c.provider, c."externalId", c."displayName", c.status, c.config, c."scopesGranted", webhook_instant(c."lastSyncedAt") AS "lastSyncedAt", c."lastError",
    webhook_instant(c."expiresAt") AS "expiresAt", webhook_instant(c."createdAt") AS "createdAt") channel
  CROSS JOIN LATERAL (SELECT channel) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", t.type, c.id, c."updatedAt", row_to_json(data)) d
  WHERE c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "ChannelIntegration_webhook_insert" AFTER INSERT ON "ChannelIntegration" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_channel_written();
CREATE TRIGGER "ChannelIntegration_webhook_update" AFTER UPDATE ON "ChannelIntegration" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_channel_written();

-- svc.referral.created, and .fulfilled, .voided, .expired as the status moves.
CREATE FUNCTION webhook_attribution_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    told := ARRAY(SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id WHERE n.status IN ('rewarded', 'voided', 'expired') AND n.status <> o.status);
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
  WHERE TG_OP = 'INSERT' OR c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "ReferralAttribution_webhook_insert" AFTER INSERT ON "ReferralAttribution" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_attribution_written();
CREATE TRIGGER "ReferralAttribution_webhook_update" AFTER UPDATE ON "ReferralAttribution" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_attribution_written();

-- svc.abandoned_cart.reminder_sent, .recovered. Without the cart's snapshot, which can be half a megabyte; recoveredAt is
-- when the shop says the purchase was made, which is not when we heard of it.
CREATE FUNCTION webhook_reminder_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type text := CASE TG_OP WHEN 'INSERT' THEN 'svc.abandoned_cart.reminder_sent.v1' ELSE 'svc.abandoned_cart.recovered.v1' END;
  recovered timestamptz := CASE TG_OP WHEN 'UPDATE' THEN webhook_now() END;
  told text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    told := ARRAY(SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id WHERE n."recoveredAt" IS NOT NULL AND o."recoveredAt" IS NULL);
    IF told = '{}' THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, event_type, d.payload, t.at, t.at, t.at, t.at
  FROM changed c
  CROSS JOIN LATERAL (SELECT coalesce(recovered, c."sentAt") AS at) t
  CROSS JOIN LATERAL (SELECT c.id, c."accountId", c."customerId", c."cartId", c.email, c."valueAtSend", c."currencyAtSend", c."discountCodeId", c."marketingCampaignId", c."externalSource", c."externalRef",
    webhook_instant(c."sentAt") AS "sentAt", webhook_instant(c."recoveredAt") AS "recoveredAt", c."recoveredBySessionId") reminder
  CROSS JOIN LATERAL (SELECT reminder) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", event_type, c.id, t.at, row_to_json(data)) d
  WHERE TG_OP = 'INSERT' OR c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "AbandonedCartReminder_webhook_insert" AFTER INSERT ON "AbandonedCartReminder" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_reminder_written();
CREATE TRIGGER "AbandonedCartReminder_webhook_update" AFTER UPDATE ON "AbandonedCartReminder" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_reminder_written();

-- svc.abandoned_cart.suppressed: opted out, and was not.
CREATE FUNCTION webhook_preference_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    told := ARRAY(SELECT n.id FROM changed n WHERE n."abandonedCartOptOut");
  ELSE
    told := ARRAY(SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id WHERE n."abandonedCartOptOut" AND NOT o."abandonedCartOptOut");
  END IF;
  IF told = '{}' THEN RETURN NULL; END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, 'svc.abandoned_cart.suppressed.v1', d.payload, c."optedOutAt", c."optedOutAt", c."optedOutAt", c."optedOutAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT c.id, c."accountId", c.email, c."abandonedCartOptOut", webhook_instant(c."optedOutAt") AS "optedOutAt") suppression
  CROSS JOIN LATERAL (SELECT suppression) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", 'svc.abandoned_cart.suppressed.v1', c.id, c."optedOutAt", row_to_json(data)) d
  WHERE c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "BuyerEmailPreference_webhook_insert" AFTER INSERT ON "BuyerEmailPreference" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_preference_written();
CREATE TRIGGER "BuyerEmailPreference_webhook_update" AFTER UPDATE ON "BuyerEmailPreference" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_preference_written();

-- svc.billing.subscription_activated (became active on a plan that is paid), _updated (another plan while active),
-- _past_due, _canceled.
CREATE FUNCTION webhook_subscription_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    told := (SELECT jsonb_object_agg(n."accountId", 'activated') FROM changed n WHERE n.status = 'active' AND n.plan <> 'free');
  ELSE
    told := (SELECT jsonb_object_agg(n."accountId", CASE n.status WHEN 'active' THEN CASE WHEN o.status = 'active' AND o.plan <> 'free' THEN 'updated' ELSE 'activated' END ELSE n.status END)
      FROM changed n JOIN before o ON o."accountId" = n."accountId"
      WHERE (n.status = 'active' AND n.plan <> 'free' AND (n.plan <> o.plan OR o.status <> 'active')) OR (n.status IN ('past_due', 'canceled') AND n.status <> o.status));
  END IF;
  IF told IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, t.type, d.payload, c."updatedAt", c."updatedAt", c."updatedAt", c."updatedAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT 'svc.billing.subscription_' || (told ->> c."accountId") || '.v1' AS type) t
  CROSS JOIN LATERAL (SELECT c.plan, CASE c.plan WHEN 'svc_internal' THEN 'Internal' ELSE initcap(c.plan) END AS "planName", c.plan = 'svc_internal' AS "isSvcInternal", c.status,
    webhook_instant(c."currentPeriodStart") AS "currentPeriodStart", webhook_instant(c."currentPeriodEnd") AS "currentPeriodEnd", webhook_instant(c."cancelAt") AS "cancelAt") subscription
  CROSS JOIN LATERAL (SELECT subscription) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", t.type, c."accountId", c."updatedAt", row_to_json(data)) d
  WHERE t.type IS NOT NULL
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "Subscription_webhook_insert" AFTER INSERT ON "Subscription" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_subscription_written();
CREATE TRIGGER "Subscription_webhook_update" AFTER UPDATE ON "Subscription" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_subscription_written();

-- svc.billing.invoice_paid
CREATE FUNCTION webhook_invoice_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    told := ARRAY(SELECT n.id FROM changed n WHERE n.status = 'paid');
  ELSE
    told := ARRAY(SELECT n.id FROM changed n JOIN before o ON o."accountId" = n."accountId" AND o.id = n.id WHERE n.status = 'paid' AND o.status <> 'paid');
  END IF;
  IF told = '{}' THEN RETURN NULL; END IF;
  PERFORM FROM "WebhookEndpoint" e WHERE e.active AND e."accountId" IN (SELECT c."accountId" FROM changed c) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT c."accountId", d.endpoint, d.delivery, d.event, 'svc.billing.invoice_paid.v1', d.payload, c."updatedAt", c."updatedAt", c."updatedAt", c."updatedAt"
  FROM changed c
  CROSS JOIN LATERAL (SELECT c.id, c.plan, c.amount, c.currency, c.status, webhook_instant(c."paidAt") AS "paidAt", c."receiptUrl", webhook_instant(c."createdAt") AS "createdAt") invoice
  CROSS JOIN LATERAL (SELECT invoice) data
  CROSS JOIN LATERAL webhook_deliveries(c."accountId", 'svc.billing.invoice_paid.v1', c.id, c."updatedAt", row_to_json(data)) d
  WHERE c.id = ANY (told)
  ON CONFLICT ("accountId", id) DO UPDATE SET payload = excluded.payload;
  RETURN NULL;
END $$;
CREATE TRIGGER "Invoice_webhook_insert" AFTER INSERT ON "Invoice" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_invoice_written();
CREATE TRIGGER "Invoice_webhook_update" AFTER UPDATE ON "Invoice" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION webhook_invoice_written();
