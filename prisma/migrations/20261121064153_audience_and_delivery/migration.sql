-- Part of a contact's name, e-mail or phone is looked for with trigrams (4 §E).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- The workspace stands in the same index, so that a small one does not wade through the hits of a large one.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "AudienceSegment" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'custom',
    "definition" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "lastCount" INTEGER,
    "lastCountedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AudienceSegment_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Broadcast" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "providers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "content" JSONB NOT NULL DEFAULT '{}',
    "audience" JSONB NOT NULL DEFAULT '{}',
    "scheduledAt" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'draft',
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "marketingCampaignId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Broadcast_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BroadcastTally" (
    "accountId" TEXT NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "BroadcastTally_pkey" PRIMARY KEY ("accountId","broadcastId","status")
);

-- CreateTable
CREATE TABLE "BroadcastTemplate" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "providers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "content" JSONB NOT NULL DEFAULT '{}',
    "blocks" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BroadcastTemplate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "MessageContent" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MessageContent_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "MarketingMessage" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "campaignId" TEXT,
    "contactId" TEXT,
    "funnelId" TEXT,
    "funnelStepId" TEXT,
    "channelIntegrationId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "providerMessageId" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "scheduledAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "openedAt" TIMESTAMPTZ(3),
    "clickedAt" TIMESTAMPTZ(3),
    "bouncedAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "claimableAt" TIMESTAMPTZ(3),
    "claimedBy" TEXT,
    "doubtedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MarketingMessage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BroadcastRate" (
    "accountId" TEXT NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "BroadcastRate_pkey" PRIMARY KEY ("accountId","broadcastId","at")
);

-- CreateTable
CREATE TABLE "ChannelPace" (
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "nextAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChannelPace_pkey" PRIMARY KEY ("accountId","channelId")
);

-- CreateTable
CREATE TABLE "ChannelIntegration" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "externalId" TEXT,
    "displayName" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "config" JSONB NOT NULL DEFAULT '{}',
    "credentials" TEXT NOT NULL,
    "credentialKeys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "via" TEXT NOT NULL DEFAULT 'keys',
    "scopesGranted" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lastSyncedAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "assets" JSONB NOT NULL DEFAULT '[]',
    "assetsAt" TIMESTAMPTZ(3),
    "assetsError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChannelIntegration_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ChannelCallback" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "appliedAt" TIMESTAMPTZ(3),
    "result" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChannelCallback_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ChannelInbound" (
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChannelInbound_pkey" PRIMARY KEY ("accountId","channelId","recipient")
);

-- CreateTable
CREATE TABLE "OAuthNonce" (
    "nonce" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OAuthNonce_pkey" PRIMARY KEY ("nonce")
);

-- CreateTable
CREATE TABLE "SandboxMessage" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "providerMessageId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "headers" JSONB NOT NULL,
    "request" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'sent',
    "handovers" INTEGER NOT NULL DEFAULT 1,
    "reactions" JSONB NOT NULL DEFAULT '[]',
    "reactAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SandboxMessage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "SandboxRule" (
    "accountId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "rule" TEXT NOT NULL,

    CONSTRAINT "SandboxRule_pkey" PRIMARY KEY ("accountId","provider")
);

-- CreateTable
CREATE TABLE "SandboxSetting" (
    "accountId" TEXT NOT NULL,
    "lively" BOOLEAN NOT NULL,

    CONSTRAINT "SandboxSetting_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "ContactList" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "memberCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContactList_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ContactListMember" (
    "accountId" TEXT NOT NULL,
    "listId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContactListMember_pkey" PRIMARY KEY ("accountId","listId","contactId")
);

-- CreateTable
CREATE TABLE "Contact" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "identityHash" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "phoneE164" TEXT,
    "firstName" TEXT,
    "lastName" TEXT,
    "socialHandles" JSONB NOT NULL DEFAULT '{}',
    "subscriptions" JSONB NOT NULL DEFAULT '{}',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "source" TEXT,
    "externalRef" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Contact_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ContactTally" (
    "accountId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "created" INTEGER NOT NULL,

    CONSTRAINT "ContactTally_pkey" PRIMARY KEY ("accountId","month")
);

-- CreateTable
CREATE TABLE "Suppression" (
    "accountId" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Suppression_pkey" PRIMARY KEY ("accountId","family","address")
);

-- CreateTable
CREATE TABLE "ContactImport" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "listName" TEXT,
    "skipExisting" BOOLEAN NOT NULL DEFAULT false,
    "headers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "plan" JSONB NOT NULL DEFAULT '{}',
    "totalRows" INTEGER NOT NULL,
    "doneRows" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "reasons" JSONB NOT NULL DEFAULT '{}',
    "listId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ContactImport_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ContactImportChunk" (
    "accountId" TEXT NOT NULL,
    "importId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "firstRow" INTEGER NOT NULL,
    "rowCount" INTEGER NOT NULL,
    "rows" JSONB NOT NULL,
    "doneAt" TIMESTAMPTZ(3),

    CONSTRAINT "ContactImportChunk_pkey" PRIMARY KEY ("accountId","importId","position")
);

-- CreateTable
CREATE TABLE "ContactImportRefusal" (
    "accountId" TEXT NOT NULL,
    "importId" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "cells" JSONB NOT NULL,

    CONSTRAINT "ContactImportRefusal_pkey" PRIMARY KEY ("accountId","importId","row")
);

-- CreateTable
CREATE TABLE "DomainEvent" (
    "accountId" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DomainEvent_pkey" PRIMARY KEY ("accountId","position")
);

-- CreateTable
CREATE TABLE "Upload" (
    "accountId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "storedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("accountId","key")
);

-- CreateIndex
CREATE INDEX "AudienceSegment_accountId_createdAt_id_idx" ON "AudienceSegment"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AudienceSegment_accountId_name_key" ON "AudienceSegment"("accountId", "name");

-- CreateIndex
CREATE INDEX "Broadcast_accountId_createdAt_id_idx" ON "Broadcast"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Broadcast_accountId_marketingCampaignId_idx" ON "Broadcast"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "Broadcast_status_scheduledAt_idx" ON "Broadcast"("status", "scheduledAt");

-- CreateIndex
CREATE INDEX "BroadcastTemplate_accountId_updatedAt_id_idx" ON "BroadcastTemplate"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "BroadcastTemplate_accountId_name_key" ON "BroadcastTemplate"("accountId", "name");

-- CreateIndex
CREATE INDEX "MarketingMessage_accountId_campaignId_idx" ON "MarketingMessage"("accountId", "campaignId");

-- CreateIndex
CREATE INDEX "MarketingMessage_accountId_contactId_createdAt_idx" ON "MarketingMessage"("accountId", "contactId", "createdAt");

-- CreateIndex
CREATE INDEX "ChannelIntegration_accountId_createdAt_id_idx" ON "ChannelIntegration"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ChannelIntegration_accountId_provider_status_createdAt_idx" ON "ChannelIntegration"("accountId", "provider", "status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ChannelIntegration_id_key" ON "ChannelIntegration"("id");

-- CreateIndex
CREATE INDEX "OAuthNonce_expiresAt_idx" ON "OAuthNonce"("expiresAt");

-- CreateIndex
CREATE INDEX "SandboxMessage_accountId_createdAt_id_idx" ON "SandboxMessage"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "SandboxMessage_createdAt_idx" ON "SandboxMessage"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "SandboxMessage_accountId_channelId_messageId_key" ON "SandboxMessage"("accountId", "channelId", "messageId");

-- CreateIndex
CREATE INDEX "ContactList_accountId_createdAt_id_idx" ON "ContactList"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ContactList_accountId_name_key" ON "ContactList"("accountId", "name");

-- CreateIndex
CREATE INDEX "ContactListMember_accountId_listId_addedAt_contactId_idx" ON "ContactListMember"("accountId", "listId", "addedAt", "contactId");

-- CreateIndex
CREATE INDEX "ContactListMember_accountId_contactId_idx" ON "ContactListMember"("accountId", "contactId");

-- CreateIndex
CREATE INDEX "Contact_accountId_createdAt_id_idx" ON "Contact"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_email_idx" ON "Contact"("accountId", "email");

-- CreateIndex
CREATE INDEX "Contact_accountId_phoneE164_idx" ON "Contact"("accountId", "phoneE164");

-- CreateIndex
CREATE INDEX "Contact_accountId_externalRef_createdAt_idx" ON "Contact"("accountId", "externalRef", "createdAt");

-- CreateIndex
CREATE INDEX "Contact_accountId_source_createdAt_id_idx" ON "Contact"("accountId", "source", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Contact_accountId_identityHash_key" ON "Contact"("accountId", "identityHash");

-- CreateIndex
CREATE INDEX "DiscountRedemption_accountId_customerId_redeemedAt_id_idx" ON "DiscountRedemption"("accountId", "customerId", "redeemedAt", "id");

-- CreateIndex
CREATE INDEX "ContactImport_accountId_createdAt_id_idx" ON "ContactImport"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "DomainEvent_accountId_type_position_idx" ON "DomainEvent"("accountId", "type", "position");

-- CreateIndex
CREATE INDEX "Upload_accountId_createdAt_idx" ON "Upload"("accountId", "createdAt");

-- AddForeignKey
ALTER TABLE "AudienceSegment" ADD CONSTRAINT "AudienceSegment_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BroadcastTemplate" ADD CONSTRAINT "BroadcastTemplate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChannelIntegration" ADD CONSTRAINT "ChannelIntegration_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChannelCallback" ADD CONSTRAINT "ChannelCallback_accountId_channelId_fkey" FOREIGN KEY ("accountId", "channelId") REFERENCES "ChannelIntegration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactList" ADD CONSTRAINT "ContactList_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactListMember" ADD CONSTRAINT "ContactListMember_accountId_listId_fkey" FOREIGN KEY ("accountId", "listId") REFERENCES "ContactList"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactListMember" ADD CONSTRAINT "ContactListMember_accountId_contactId_fkey" FOREIGN KEY ("accountId", "contactId") REFERENCES "Contact"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactImport" ADD CONSTRAINT "ContactImport_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactImportChunk" ADD CONSTRAINT "ContactImportChunk_accountId_importId_fkey" FOREIGN KEY ("accountId", "importId") REFERENCES "ContactImport"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactImportRefusal" ADD CONSTRAINT "ContactImportRefusal_accountId_importId_fkey" FOREIGN KEY ("accountId", "importId") REFERENCES "ContactImport"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

-- A list is empty, never null.
ALTER TABLE "ChannelIntegration" ALTER COLUMN "scopesGranted" SET NOT NULL;
ALTER TABLE "Broadcast" ALTER COLUMN "providers" SET NOT NULL;
ALTER TABLE "BroadcastTemplate" ALTER COLUMN "providers" SET NOT NULL;

-- Contacts ---------------------------------------------------------------------------------------------------------

ALTER TABLE "ContactImport" ALTER COLUMN "headers" SET NOT NULL;
ALTER TABLE "ContactImport" ADD CONSTRAINT "ContactImport_status_check" CHECK ("status" IN ('uploading', 'checking', 'checked', 'importing', 'done', 'canceled'));
-- What the worker takes up again after it was killed.
CREATE INDEX "ContactImport_working_idx" ON "ContactImport" ("updatedAt") WHERE "status" IN ('checking', 'importing');

-- What `q` looks in, folded (2 §4.1); the statement repeats the expressions word by word. One or two characters have no
-- trigram, so the same text stands there a second time with every character tripled: `sa` is then found as `sssaaa`.
CREATE INDEX "Contact_search_idx" ON "Contact" USING gin ("accountId",
  (lower(coalesce("email", '') || E'\n' || coalesce("firstName", '') || E'\n' || coalesce("lastName", '') || E'\n' || coalesce("phone", ''))) gin_trgm_ops,
  (regexp_replace(lower(coalesce("email", '') || E'\n' || coalesce("firstName", '') || E'\n' || coalesce("lastName", '') || E'\n' || coalesce("phone", '')), '(.)', '\1\1\1', 'g')) gin_trgm_ops);

-- Who has opted out or is asked, for the list's filter: few, so that a walk over all would take long to find a page.
CREATE INDEX "Contact_email_closed_idx" ON "Contact" ("accountId", "createdAt", "id") WHERE "subscriptions"->>'email' IN ('unsubscribed', 'pending');
CREATE INDEX "Contact_sms_closed_idx" ON "Contact" ("accountId", "createdAt", "id") WHERE "subscriptions"->>'sms' IN ('unsubscribed', 'pending');
CREATE INDEX "Contact_whatsapp_closed_idx" ON "Contact" ("accountId", "createdAt", "id") WHERE "subscriptions"->>'whatsapp' IN ('unsubscribed', 'pending');
-- Room on the page, so that a change that touches no index stays there.
ALTER TABLE "Contact" SET (fillfactor = 85);

ALTER TABLE "Suppression"
  ADD CONSTRAINT "Suppression_family_check" CHECK ("family" IN ('email', 'sms', 'whatsapp')),
  ADD CONSTRAINT "Suppression_reason_check" CHECK ("reason" IN ('merchant', 'recipient', 'bounce', 'complaint'));

-- Contacts made in a month, for the plan's limit (4 §H). A statement trigger, so that an import costs one update.
CREATE FUNCTION contact_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ContactTally" AS t ("accountId", "month", "created")
  SELECT "accountId", to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM'), count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("accountId", "month") DO UPDATE SET "created" = t."created" + excluded."created";
  RETURN NULL;
END $$;
CREATE TRIGGER "Contact_tally_insert" AFTER INSERT ON "Contact"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION contact_tally_add();
ALTER TABLE "ContactTally" SET (fillfactor = 50);

-- Contact lists ----------------------------------------------------------------------------------------------------

-- memberCount is exact whoever adds or removes, and each contact that comes in anew leaves one list_added event.
CREATE FUNCTION contact_list_member_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ContactList" l SET "memberCount" = l."memberCount" + a.members
  FROM (SELECT "accountId", "listId", count(*)::int AS members FROM added GROUP BY 1, 2) a
  WHERE l."accountId" = a."accountId" AND l.id = a."listId";
  INSERT INTO "DomainEvent" ("accountId", "type", "subjectId", "data", "createdAt")
  SELECT "accountId", 'list_added', "contactId", jsonb_build_object('listId', "listId"), "addedAt" FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER "ContactListMember_insert" AFTER INSERT ON "ContactListMember"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION contact_list_member_added();

CREATE FUNCTION contact_list_member_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ContactList" l SET "memberCount" = l."memberCount" - r.members
  FROM (SELECT "accountId", "listId", count(*)::int AS members FROM removed GROUP BY 1, 2) r
  WHERE l."accountId" = r."accountId" AND l.id = r."listId";
  RETURN NULL;
END $$;
CREATE TRIGGER "ContactListMember_delete" AFTER DELETE ON "ContactListMember"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION contact_list_member_removed();
ALTER TABLE "ContactList" SET (fillfactor = 50);

-- Audience segments ------------------------------------------------------------------------------------------------

ALTER TABLE "AudienceSegment"
  ADD CONSTRAINT "AudienceSegment_kind_check" CHECK ("kind" IN ('custom', 'system')),
  ADD CONSTRAINT "AudienceSegment_status_check" CHECK ("status" IN ('active', 'archived'));

-- The date that a free-form attribute holds, in UTC where it names no zone; null for whatever is none, never an error.
-- One expression, so that it is inlined.
CREATE FUNCTION attribute_instant(value jsonb) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'string'
    AND value #>> '{}' ~ '^\d{4}-\d\d-\d\d([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$'
    AND pg_input_is_valid(value #>> '{}', 'timestamptz')
    THEN (value #>> '{}')::timestamptz END
$$;

-- Channels ---------------------------------------------------------------------------------------------------------

ALTER TABLE "ChannelIntegration" ADD CONSTRAINT "ChannelIntegration_status_check" CHECK ("status" IN ('pending', 'active', 'expired', 'revoked'));

-- One OAuth channel a provider: connecting again renews it.
CREATE UNIQUE INDEX "ChannelIntegration_oauth_key" ON "ChannelIntegration" ("accountId", "provider") WHERE "via" = 'oauth';
-- Callbacks that wait to be applied.
CREATE INDEX "ChannelCallback_waiting_idx" ON "ChannelCallback" ("channelId", "dueAt") WHERE "appliedAt" IS NULL;
-- Callbacks that have been kept long enough.
CREATE INDEX "ChannelCallback_applied_idx" ON "ChannelCallback" ("appliedAt") WHERE "appliedAt" IS NOT NULL;
-- Sandbox messages whose recipients have yet to react.
CREATE INDEX "SandboxMessage_reacting_idx" ON "SandboxMessage" ("reactAt") WHERE "reactAt" IS NOT NULL;

-- Broadcasts and messages ------------------------------------------------------------------------------------------

ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_status_check" CHECK ("status" IN ('draft', 'scheduled', 'sending', 'sent', 'paused', 'archived'));
ALTER TABLE "MarketingMessage" ADD CONSTRAINT "MarketingMessage_status_check"
  CHECK ("status" IN ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'opened', 'clicked'));

-- The queue: what a worker may take, by channel and in order of time. Finished messages are not in it.
CREATE INDEX "MarketingMessage_queue_idx" ON "MarketingMessage" ("channelIntegrationId", "claimableAt") WHERE "claimableAt" IS NOT NULL;
-- Callbacks find a message by the vendor's id.
CREATE INDEX "MarketingMessage_provider_idx" ON "MarketingMessage" ("channelIntegrationId", "providerMessageId") WHERE "providerMessageId" IS NOT NULL;
-- Who opened, clicked or bounced since when (part 5). Small: most messages have none of it.
CREATE INDEX "MarketingMessage_opened_idx" ON "MarketingMessage" ("accountId", "openedAt", "contactId") WHERE "openedAt" IS NOT NULL;
CREATE INDEX "MarketingMessage_clicked_idx" ON "MarketingMessage" ("accountId", "clickedAt", "contactId") WHERE "clickedAt" IS NOT NULL;
CREATE INDEX "MarketingMessage_bounced_idx" ON "MarketingMessage" ("accountId", "bouncedAt", "contactId") WHERE "bouncedAt" IS NOT NULL;

-- What went wrong with a broadcast's messages, by reason. Small: most have no error.
CREATE INDEX "MarketingMessage_errors_idx" ON "MarketingMessage" ("accountId", "campaignId") WHERE "lastError" IS NOT NULL;

-- Messages by status. Statement triggers, so that a send to 100,000 costs one update; counted in one order, so that
-- two workers never wait for each other in a circle.
CREATE FUNCTION broadcast_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "BroadcastTally" AS t ("accountId", "broadcastId", "status", "messages")
  SELECT "accountId", "campaignId", "status", count(*)::int FROM added WHERE "campaignId" IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("accountId", "broadcastId", "status") DO UPDATE SET "messages" = t."messages" + excluded."messages";
  RETURN NULL;
END $$;
CREATE TRIGGER "MarketingMessage_tally_insert" AFTER INSERT ON "MarketingMessage"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION broadcast_tally_add();

CREATE FUNCTION broadcast_tally_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "BroadcastTally" AS t ("accountId", "broadcastId", "status", "messages")
  SELECT "accountId", "campaignId", "status", sum(change)::int FROM (
    SELECT "accountId", "campaignId", "status", 1 AS change FROM after_change WHERE "campaignId" IS NOT NULL
    UNION ALL SELECT "accountId", "campaignId", "status", -1 FROM before_change WHERE "campaignId" IS NOT NULL) moved
  GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT ("accountId", "broadcastId", "status") DO UPDATE SET "messages" = t."messages" + excluded."messages";
  RETURN NULL;
END $$;
CREATE TRIGGER "MarketingMessage_tally_update" AFTER UPDATE ON "MarketingMessage"
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION broadcast_tally_move();
ALTER TABLE "BroadcastTally" SET (fillfactor = 50);
ALTER TABLE "BroadcastRate" SET (fillfactor = 50);
ALTER TABLE "MarketingMessage" SET (fillfactor = 90);
