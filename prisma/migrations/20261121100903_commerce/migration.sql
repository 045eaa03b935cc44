-- CreateTable
CREATE TABLE "AbandonedCartConfig" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "delayHours" INTEGER NOT NULL,
    "emailSubject" TEXT NOT NULL,
    "emailPreview" TEXT NOT NULL,
    "discountCodeId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AbandonedCartConfig_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "AbandonedCartReminder" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "cartId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "cartSnapshot" JSONB NOT NULL,
    "valueAtSend" BIGINT NOT NULL,
    "currencyAtSend" TEXT NOT NULL,
    "discountCodeId" TEXT,
    "marketingCampaignId" TEXT,
    "externalSource" TEXT,
    "externalRef" TEXT,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "recoveredAt" TIMESTAMPTZ(3),
    "recoveredBySessionId" TEXT,

    CONSTRAINT "AbandonedCartReminder_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BuyerEmailPreference" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "abandonedCartOptOut" BOOLEAN NOT NULL,
    "optedOutAt" TIMESTAMPTZ(3),

    CONSTRAINT "BuyerEmailPreference_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BlogPost" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "excerpt" TEXT,
    "body" TEXT NOT NULL,
    "coverImage" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "publishedAt" TIMESTAMPTZ(3),
    "authorName" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metaTitle" TEXT,
    "metaDescription" TEXT,
    "marketingCampaignId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BlogPost_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BlogRevision" (
    "accountId" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "BlogRevision_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "FeedConfig" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "defaultProductCategory" TEXT,
    "includeUnpublished" BOOLEAN NOT NULL DEFAULT false,
    "marketingCampaignId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeedConfig_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FeedProduct" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "priceCents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "available" BOOLEAN NOT NULL,
    "imageUrl" TEXT,
    "brand" TEXT,
    "productCategory" TEXT,
    "archivedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeedProduct_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FeedRevision" (
    "accountId" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "FeedRevision_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "MerchantPixels" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "adPixelAId" TEXT,
    "adPixelACapiAccessToken" TEXT,
    "adPixelATestEventCode" TEXT,
    "analyticsId" TEXT,
    "adsConversionId" TEXT,
    "adsPurchaseLabel" TEXT,
    "adPixelBId" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MerchantPixels_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PixelConversion" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "isTest" BOOLEAN NOT NULL DEFAULT false,
    "customerId" TEXT,
    "emailHash" TEXT,
    "value" BIGINT,
    "currency" TEXT,
    "valueFrom" TEXT,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "claimedBy" TEXT,
    "answerCode" INTEGER,
    "answer" TEXT,
    "skipReason" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PixelConversion_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ReferralProgram" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "rewardType" TEXT NOT NULL,
    "referrerValue" BIGINT NOT NULL,
    "refereeValue" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "minPurchaseAmount" BIGINT,
    "rewardExpiryDays" INTEGER NOT NULL DEFAULT 90,
    "attributionWindowDays" INTEGER NOT NULL DEFAULT 30,
    "maxRewardsPerReferrer" INTEGER,
    "programTerms" TEXT,
    "marketingCampaignId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReferralProgram_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ReferralLink" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "programId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "signups" INTEGER NOT NULL DEFAULT 0,
    "rewards" INTEGER NOT NULL DEFAULT 0,
    "revenue" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReferralLink_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ReferralClick" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "clickedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReferralClick_pkey" PRIMARY KEY ("accountId","linkId","clickedAt","id")
);

-- CreateTable
CREATE TABLE "ReferralAttribution" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "programId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "referrerCustomerId" TEXT NOT NULL,
    "refereeCustomerId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "qualifyingCheckoutSessionId" TEXT,
    "externalSource" TEXT,
    "externalRef" TEXT,
    "referrerCodeId" TEXT,
    "refereeCodeId" TEXT,
    "amount" BIGINT,
    "currency" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "rewardedAt" TIMESTAMPTZ(3),
    "voidReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReferralAttribution_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ReferralCheckout" (
    "checkoutSessionId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "attributionId" TEXT NOT NULL,

    CONSTRAINT "ReferralCheckout_pkey" PRIMARY KEY ("checkoutSessionId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AbandonedCartConfig_accountId_key" ON "AbandonedCartConfig"("accountId");

-- CreateIndex
CREATE INDEX "AbandonedCartReminder_accountId_sentAt_id_idx" ON "AbandonedCartReminder"("accountId", "sentAt", "id");

-- CreateIndex
CREATE INDEX "AbandonedCartReminder_accountId_customerId_sentAt_id_idx" ON "AbandonedCartReminder"("accountId", "customerId", "sentAt", "id");

-- CreateIndex
CREATE INDEX "AbandonedCartReminder_accountId_email_sentAt_idx" ON "AbandonedCartReminder"("accountId", "email", "sentAt");

-- CreateIndex
CREATE INDEX "AbandonedCartReminder_accountId_recoveredBySessionId_idx" ON "AbandonedCartReminder"("accountId", "recoveredBySessionId");

-- CreateIndex
CREATE INDEX "AbandonedCartReminder_accountId_marketingCampaignId_idx" ON "AbandonedCartReminder"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE UNIQUE INDEX "AbandonedCartReminder_accountId_externalSource_externalRef_key" ON "AbandonedCartReminder"("accountId", "externalSource", "externalRef");

-- CreateIndex
CREATE INDEX "BuyerEmailPreference_accountId_optedOutAt_id_idx" ON "BuyerEmailPreference"("accountId", "optedOutAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "BuyerEmailPreference_accountId_email_key" ON "BuyerEmailPreference"("accountId", "email");

-- CreateIndex
CREATE INDEX "BlogPost_accountId_publishedAt_createdAt_id_idx" ON "BlogPost"("accountId", "publishedAt", "createdAt", "id");

-- CreateIndex
CREATE INDEX "BlogPost_accountId_updatedAt_id_idx" ON "BlogPost"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "BlogPost_accountId_status_publishedAt_id_idx" ON "BlogPost"("accountId", "status", "publishedAt", "id");

-- CreateIndex
CREATE INDEX "BlogPost_accountId_marketingCampaignId_idx" ON "BlogPost"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE UNIQUE INDEX "BlogPost_accountId_slug_key" ON "BlogPost"("accountId", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "FeedConfig_accountId_key" ON "FeedConfig"("accountId");

-- CreateIndex
CREATE INDEX "FeedConfig_accountId_marketingCampaignId_idx" ON "FeedConfig"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "FeedProduct_accountId_updatedAt_id_idx" ON "FeedProduct"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "FeedProduct_accountId_externalRef_key" ON "FeedProduct"("accountId", "externalRef");

-- CreateIndex
CREATE UNIQUE INDEX "MerchantPixels_accountId_key" ON "MerchantPixels"("accountId");

-- CreateIndex
CREATE INDEX "PixelConversion_accountId_status_createdAt_id_idx" ON "PixelConversion"("accountId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "PixelConversion_age_idx" ON "PixelConversion" USING BRIN ("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "PixelConversion_accountId_eventId_key" ON "PixelConversion"("accountId", "eventId");

-- CreateIndex
CREATE UNIQUE INDEX "ReferralProgram_accountId_key" ON "ReferralProgram"("accountId");

-- CreateIndex
CREATE INDEX "ReferralProgram_accountId_marketingCampaignId_idx" ON "ReferralProgram"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "ReferralLink_accountId_createdAt_id_idx" ON "ReferralLink"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ReferralLink_accountId_code_key" ON "ReferralLink"("accountId", "code");

-- CreateIndex
CREATE UNIQUE INDEX "ReferralLink_accountId_customerId_key" ON "ReferralLink"("accountId", "customerId");

-- CreateIndex
CREATE INDEX "ReferralClick_accountId_clickedAt_idx" ON "ReferralClick"("accountId", "clickedAt");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_createdAt_id_idx" ON "ReferralAttribution"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_status_createdAt_id_idx" ON "ReferralAttribution"("accountId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_rewardedAt_idx" ON "ReferralAttribution"("accountId", "rewardedAt");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_referrerCustomerId_rewardedAt_idx" ON "ReferralAttribution"("accountId", "referrerCustomerId", "rewardedAt");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_linkId_createdAt_id_idx" ON "ReferralAttribution"("accountId", "linkId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ReferralAttribution_accountId_qualifyingCheckoutSessionId_idx" ON "ReferralAttribution"("accountId", "qualifyingCheckoutSessionId");

-- CreateIndex
CREATE INDEX "ReferralAttribution_status_expiresAt_idx" ON "ReferralAttribution"("status", "expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "ReferralAttribution_accountId_refereeCustomerId_key" ON "ReferralAttribution"("accountId", "refereeCustomerId");

-- CreateIndex
CREATE INDEX "ReferralCheckout_accountId_attributionId_idx" ON "ReferralCheckout"("accountId", "attributionId");

-- AddForeignKey
ALTER TABLE "AbandonedCartConfig" ADD CONSTRAINT "AbandonedCartConfig_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AbandonedCartConfig" ADD CONSTRAINT "AbandonedCartConfig_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AbandonedCartReminder" ADD CONSTRAINT "AbandonedCartReminder_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AbandonedCartReminder" ADD CONSTRAINT "AbandonedCartReminder_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AbandonedCartReminder" ADD CONSTRAINT "AbandonedCartReminder_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BuyerEmailPreference" ADD CONSTRAINT "BuyerEmailPreference_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlogPost" ADD CONSTRAINT "BlogPost_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlogPost" ADD CONSTRAINT "BlogPost_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FeedConfig" ADD CONSTRAINT "FeedConfig_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FeedConfig" ADD CONSTRAINT "FeedConfig_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FeedProduct" ADD CONSTRAINT "FeedProduct_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MerchantPixels" ADD CONSTRAINT "MerchantPixels_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PixelConversion" ADD CONSTRAINT "PixelConversion_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReferralProgram" ADD CONSTRAINT "ReferralProgram_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReferralProgram" ADD CONSTRAINT "ReferralProgram_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReferralLink" ADD CONSTRAINT "ReferralLink_accountId_programId_fkey" FOREIGN KEY ("accountId", "programId") REFERENCES "ReferralProgram"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReferralClick" ADD CONSTRAINT "ReferralClick_accountId_linkId_fkey" FOREIGN KEY ("accountId", "linkId") REFERENCES "ReferralLink"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReferralAttribution" ADD CONSTRAINT "ReferralAttribution_accountId_linkId_fkey" FOREIGN KEY ("accountId", "linkId") REFERENCES "ReferralLink"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Referrals --------------------------------------------------------------------------------------------------------

ALTER TABLE "ReferralProgram"
  ADD CONSTRAINT "ReferralProgram_rewardType_check" CHECK ("rewardType" IN ('percent', 'fixed', 'shipping_percent', 'shipping_fixed')),
  ADD CONSTRAINT "ReferralProgram_rewardExpiryDays_check" CHECK ("rewardExpiryDays" BETWEEN 1 AND 365),
  ADD CONSTRAINT "ReferralProgram_attributionWindowDays_check" CHECK ("attributionWindowDays" BETWEEN 1 AND 180);
ALTER TABLE "ReferralAttribution" ADD CONSTRAINT "ReferralAttribution_status_check" CHECK ("status" IN ('pending', 'rewarded', 'expired', 'voided'));
-- A hot link is counted on its page, without touching its indexes.
ALTER TABLE "ReferralLink" SET (fillfactor = 50);

-- A busy program mints far more codes than a merchant makes: what they made is found without wading through rewards.
CREATE INDEX "DiscountCode_manual_idx" ON "DiscountCode" ("accountId", "createdAt", "id") WHERE "source" = 'manual';

-- Blog -------------------------------------------------------------------------------------------------------------

ALTER TABLE "BlogPost"
  ALTER COLUMN "tags" SET NOT NULL,
  ADD CONSTRAINT "BlogPost_status_check" CHECK ("status" IN ('draft', 'published'));
CREATE FUNCTION blog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "BlogRevision" AS r ("accountId", "revision")
  SELECT DISTINCT "accountId", 1 FROM changed
  ON CONFLICT ("accountId") DO UPDATE SET "revision" = r."revision" + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "BlogPost_insert" AFTER INSERT ON "BlogPost" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION blog_changed();
CREATE TRIGGER "BlogPost_update" AFTER UPDATE ON "BlogPost" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION blog_changed();
CREATE TRIGGER "BlogPost_delete" AFTER DELETE ON "BlogPost" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION blog_changed();

-- Pixels -----------------------------------------------------------------------------------------------------------

ALTER TABLE "PixelConversion"
  ADD CONSTRAINT "PixelConversion_status_check" CHECK ("status" IN ('waiting', 'sent', 'failed', 'skipped')),
  ADD CONSTRAINT "PixelConversion_valueFrom_check" CHECK ("valueFrom" IN ('fulfil', 'recover')),
  ADD CONSTRAINT "PixelConversion_dueAt_check" CHECK (("dueAt" IS NOT NULL) = ("status" = 'waiting')),
  ADD CONSTRAINT "PixelConversion_skipReason_check" CHECK (("skipReason" IS NOT NULL) = ("status" = 'skipped')),
  ADD CONSTRAINT "PixelConversion_value_check" CHECK ("isTest" OR ("value" >= 0 AND "currency" IS NOT NULL AND "valueFrom" IS NOT NULL));
-- The worker jumps from workspace to workspace in it.
CREATE INDEX "PixelConversion_due_idx" ON "PixelConversion" ("accountId", "dueAt") WHERE "dueAt" IS NOT NULL;

-- Feeds ------------------------------------------------------------------------------------------------------------

-- What the feed is made of, and how many those are, without the archived ones that pile up.
CREATE INDEX "FeedProduct_listed_idx" ON "FeedProduct" ("accountId", "updatedAt", "id") INCLUDE ("available") WHERE "archivedAt" IS NULL;

-- One row a workspace and statement, whatever writes the products: the API, an import, an operator.
CREATE FUNCTION feed_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "FeedRevision" AS r ("accountId", "revision")
  SELECT DISTINCT "accountId", 1 FROM changed
  ON CONFLICT ("accountId") DO UPDATE SET "revision" = r."revision" + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "FeedProduct_insert" AFTER INSERT ON "FeedProduct" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedProduct_update" AFTER UPDATE ON "FeedProduct" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedProduct_delete" AFTER DELETE ON "FeedProduct" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedConfig_insert" AFTER INSERT ON "FeedConfig" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedConfig_update" AFTER UPDATE ON "FeedConfig" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedConfig_delete" AFTER DELETE ON "FeedConfig" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
