-- AlterTable
ALTER TABLE "ChannelCallback" ADD COLUMN     "proven" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "MarketingMessage" ADD COLUMN     "conversationId" TEXT;

-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "externalThreadId" TEXT NOT NULL,
    "userId" TEXT,
    "address" TEXT NOT NULL,
    "senderName" TEXT,
    "senderHandle" TEXT,
    "contactId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "snoozedUntil" TIMESTAMPTZ(3),
    "assigneeId" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unread" INTEGER NOT NULL DEFAULT 0,
    "lastMessageAt" TIMESTAMPTZ(3) NOT NULL,
    "lastInboundAt" TIMESTAMPTZ(3),
    "lastWordsAt" TIMESTAMPTZ(3),
    "preview" TEXT NOT NULL DEFAULT '',
    "waitingSince" TIMESTAMPTZ(3),
    "stoppedAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "awayAt" TIMESTAMPTZ(3),
    "searched" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Conversation_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InboxMessage" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "providerMessageId" TEXT,
    "sequence" BIGINT NOT NULL DEFAULT 0,
    "partsOf" TEXT,
    "parts" JSONB,
    "answersRef" TEXT,
    "early" BOOLEAN NOT NULL DEFAULT false,
    "replyToId" TEXT,
    "deliveryId" TEXT,
    "authorKind" TEXT NOT NULL,
    "authorId" TEXT,
    "answeredAfterMs" BIGINT,
    "editedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxMessage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InboxAttachment" (
    "accountId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT,
    "contentType" TEXT,
    "size" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'fetching',
    "ref" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxAttachment_pkey" PRIMARY KEY ("accountId","messageId","index")
);

-- CreateTable
CREATE TABLE "InboxAttachmentPiece" (
    "accountId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "piece" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "InboxAttachmentPiece_pkey" PRIMARY KEY ("accountId","messageId","index","piece")
);

-- CreateTable
CREATE TABLE "SavedReply" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "shortcut" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SavedReply_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "InboxSettings" (
    "accountId" TEXT NOT NULL,
    "away" JSONB NOT NULL,
    "stopWords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "startWords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxSettings_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "InboxChannel" (
    "accountId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "receiving" BOOLEAN NOT NULL,
    "hook" TEXT NOT NULL DEFAULT 'none',
    "problem" TEXT,
    "replace" BOOLEAN NOT NULL DEFAULT false,
    "lastInboundAt" TIMESTAMPTZ(3),
    "firstInboundAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxChannel_pkey" PRIMARY KEY ("accountId","channelId")
);

-- CreateTable
CREATE TABLE "InboxPresence" (
    "accountId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxPresence_pkey" PRIMARY KEY ("accountId","conversationId","userId")
);

-- CreateIndex
CREATE INDEX "Conversation_accountId_status_lastMessageAt_id_idx" ON "Conversation"("accountId", "status", "lastMessageAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_accountId_contactId_lastMessageAt_id_idx" ON "Conversation"("accountId", "contactId", "lastMessageAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_accountId_family_address_idx" ON "Conversation"("accountId", "family", "address");

-- CreateIndex
CREATE INDEX "Conversation_status_snoozedUntil_idx" ON "Conversation"("status", "snoozedUntil");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_accountId_channelId_externalThreadId_key" ON "Conversation"("accountId", "channelId", "externalThreadId");

-- CreateIndex
CREATE INDEX "InboxMessage_accountId_conversationId_at_sequence_id_idx" ON "InboxMessage"("accountId", "conversationId", "at", "sequence", "id");

-- CreateIndex
CREATE UNIQUE INDEX "InboxMessage_accountId_channelId_providerMessageId_key" ON "InboxMessage"("accountId", "channelId", "providerMessageId");

-- CreateIndex
CREATE INDEX "InboxAttachment_dueAt_idx" ON "InboxAttachment"("dueAt");

-- CreateIndex
CREATE INDEX "InboxAttachment_createdAt_idx" ON "InboxAttachment"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "SavedReply_accountId_name_key" ON "SavedReply"("accountId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "SavedReply_accountId_shortcut_key" ON "SavedReply"("accountId", "shortcut");

-- CreateIndex
CREATE INDEX "InboxPresence_at_idx" ON "InboxPresence"("at");

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxMessage" ADD CONSTRAINT "InboxMessage_accountId_conversationId_fkey" FOREIGN KEY ("accountId", "conversationId") REFERENCES "Conversation"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxAttachment" ADD CONSTRAINT "InboxAttachment_accountId_messageId_fkey" FOREIGN KEY ("accountId", "messageId") REFERENCES "InboxMessage"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxAttachmentPiece" ADD CONSTRAINT "InboxAttachmentPiece_accountId_messageId_index_fkey" FOREIGN KEY ("accountId", "messageId", "index") REFERENCES "InboxAttachment"("accountId", "messageId", "index") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedReply" ADD CONSTRAINT "SavedReply_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxSettings" ADD CONSTRAINT "InboxSettings_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxChannel" ADD CONSTRAINT "InboxChannel_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxPresence" ADD CONSTRAINT "InboxPresence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Conversation" ALTER COLUMN "tags" SET NOT NULL;
ALTER TABLE "InboxSettings" ALTER COLUMN "stopWords" SET NOT NULL;
ALTER TABLE "InboxSettings" ALTER COLUMN "startWords" SET NOT NULL;
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_status_check" CHECK ("status" IN ('open', 'snoozed', 'closed'));
ALTER TABLE "InboxMessage" ADD CONSTRAINT "InboxMessage_direction_check" CHECK ("direction" IN ('inbound', 'outbound', 'note', 'event'));
ALTER TABLE "InboxMessage" ADD CONSTRAINT "InboxMessage_kind_check" CHECK ("kind" IN ('text', 'image', 'audio', 'video', 'file', 'sticker', 'location', 'template', 'unsupported'));
ALTER TABLE "InboxMessage" ADD CONSTRAINT "InboxMessage_author_check" CHECK ("authorKind" IN ('person', 'user', 'key', 'system', 'elsewhere'));
ALTER TABLE "InboxAttachment" ADD CONSTRAINT "InboxAttachment_state_check" CHECK ("state" IN ('fetching', 'ready', 'too_large', 'gone', 'failed'));
ALTER TABLE "InboxChannel" ADD CONSTRAINT "InboxChannel_hook_check" CHECK ("hook" IN ('none', 'wanted', 'set', 'elsewhere', 'failed'));

-- A user of WhatsApp is one person, with or without a number.
CREATE UNIQUE INDEX "Conversation_user_key" ON "Conversation" ("accountId", "channelId", "userId") WHERE "userId" IS NOT NULL;
-- What the navigation counts, and who waits for an answer.
CREATE INDEX "Conversation_unread_idx" ON "Conversation" ("accountId") WHERE "unread" > 0 AND "status" = 'open';
CREATE INDEX "Conversation_waiting_idx" ON "Conversation" ("accountId", "waitingSince") WHERE "waitingSince" IS NOT NULL AND "status" = 'open';
-- What `q` looks in: names and addresses in part, messages by the beginnings of their words.
CREATE INDEX "Conversation_search_idx" ON "Conversation" USING gin ("accountId", lower("searched") gin_trgm_ops);
CREATE INDEX "InboxMessage_words_idx" ON "InboxMessage" USING gin ("accountId", to_tsvector('simple', "text"));
-- Parts of a long SMS find each other, answers their row of the queue.
CREATE INDEX "InboxMessage_parts_idx" ON "InboxMessage" ("accountId", "channelId", "partsOf", "at") WHERE "partsOf" IS NOT NULL;
CREATE INDEX "InboxMessage_delivery_idx" ON "InboxMessage" ("accountId", "deliveryId") WHERE "deliveryId" IS NOT NULL;
-- Rows of the queue that are a conversation's.
CREATE INDEX "MarketingMessage_conversation_idx" ON "MarketingMessage" ("accountId", "conversationId") WHERE "conversationId" IS NOT NULL;
-- Figures of answers.
CREATE INDEX "InboxMessage_figures_idx" ON "InboxMessage" ("accountId", "at") WHERE "direction" IN ('inbound', 'outbound');
-- Whom a handle belongs to.
CREATE INDEX "Contact_telegram_idx" ON "Contact" ("accountId", ("socialHandles"->>'telegram')) WHERE "socialHandles"->>'telegram' IS NOT NULL;
CREATE INDEX "Contact_line_idx" ON "Contact" ("accountId", ("socialHandles"->>'line')) WHERE "socialHandles"->>'line' IS NOT NULL;
CREATE INDEX "Contact_facebook_idx" ON "Contact" ("accountId", ("socialHandles"->>'facebook')) WHERE "socialHandles"->>'facebook' IS NOT NULL;
CREATE INDEX "Contact_instagram_idx" ON "Contact" ("accountId", ("socialHandles"->>'instagram')) WHERE "socialHandles"->>'instagram' IS NOT NULL;
CREATE INDEX "Contact_webhook_idx" ON "Contact" ("accountId", ("socialHandles"->>'webhook')) WHERE "socialHandles"->>'webhook' IS NOT NULL;

-- Whose page or account an app's callback is about.
CREATE INDEX "ChannelIntegration_asset_idx" ON "ChannelIntegration" ("provider", ("config"->>'assetId')) WHERE "via" = 'oauth';
CREATE INDEX "ChannelIntegration_asset_account_idx" ON "ChannelIntegration" ("provider", ("config"->>'assetAccount')) WHERE "via" = 'oauth';

-- Room on the page: a conversation changes with each of its messages.
ALTER TABLE "Conversation" SET (fillfactor = 80);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Conversation', 'InboxMessage', 'InboxAttachment'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "accountId" SET (n_distinct = 1)', name);
    EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000)', name);
  END LOOP;
END $$;

CREATE TRIGGER "Conversation_capture_insert" AFTER INSERT ON "Conversation" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{searched}');
CREATE TRIGGER "Conversation_capture_update" AFTER UPDATE ON "Conversation" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{searched}');
CREATE TRIGGER "InboxMessage_capture_insert" AFTER INSERT ON "InboxMessage" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{parts,answeredAfterMs}');
CREATE TRIGGER "InboxMessage_capture_update" AFTER UPDATE ON "InboxMessage" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{parts,answeredAfterMs}');
