-- Ids (4 §A): `c`, nine hex digits of the time in steps of 64 ms, fifteen random ones (60 bits). Time-ordered, so that
-- new rows lie together in the indexes. Plain SQL, so that the planner inlines it into bulk inserts; clock_timestamp(),
-- because now() stands still within a statement.
CREATE FUNCTION new_id() RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT 'c' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint >> 6), 9, '0') || right(replace(gen_random_uuid()::text, '-', ''), 15)
$$;

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "name" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL DEFAULT 'Asia/Jakarta',
    "country" TEXT NOT NULL DEFAULT 'ID',
    "currency" TEXT NOT NULL DEFAULT 'IDR',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "sessionVersion" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("accountId","userId")
);

-- CreateTable
CREATE TABLE "SignInThrottle" (
    "subject" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "resetAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInThrottle_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "secretPreview" TEXT NOT NULL,
    "signingKey" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdBy" TEXT,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PlatformKey" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "name" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "secretPreview" TEXT NOT NULL,
    "signingKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PlatformKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "partnerId" TEXT,
    "onBehalfOf" TEXT,
    "action" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "accountId" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "currentPeriodStart" TIMESTAMPTZ(3),
    "currentPeriodEnd" TIMESTAMPTZ(3),
    "cancelAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "DiscountCode" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "description" TEXT,
    "type" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "productIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tagFilter" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "minPurchaseAmount" BIGINT,
    "maxUsesTotal" INTEGER,
    "maxUsesPerCustomer" INTEGER,
    "redemptionCount" INTEGER NOT NULL DEFAULT 0,
    "source" TEXT NOT NULL DEFAULT 'manual',
    "sourceRefId" TEXT,
    "marketingCampaignId" TEXT,
    "startsAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DiscountCode_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "DiscountRedemption" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "discountCodeId" TEXT NOT NULL,
    "checkoutSessionId" TEXT NOT NULL,
    "appliedAmount" BIGINT NOT NULL,
    "appliedShipping" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "customerId" TEXT,
    "externalSource" TEXT,
    "externalRef" TEXT,
    "redeemedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DiscountRedemption_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "DiscountCustomerUse" (
    "accountId" TEXT NOT NULL,
    "discountCodeId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "uses" INTEGER NOT NULL,

    CONSTRAINT "DiscountCustomerUse_pkey" PRIMARY KEY ("accountId","discountCodeId","customerId")
);

-- CreateTable
CREATE TABLE "DiscountCodeTally" (
    "accountId" TEXT NOT NULL,
    "active" INTEGER NOT NULL DEFAULT 0,
    "inactive" INTEGER NOT NULL DEFAULT 0,
    "activeManual" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "DiscountCodeTally_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "MarketingCampaign" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "goal" TEXT NOT NULL DEFAULT 'awareness',
    "status" TEXT NOT NULL DEFAULT 'draft',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MarketingCampaign_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE INDEX "SignInThrottle_resetAt_idx" ON "SignInThrottle"("resetAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_keyId_key" ON "ApiKey"("keyId");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_createdAt_id_idx" ON "ApiKey"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "PlatformKey_keyId_key" ON "PlatformKey"("keyId");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_createdAt_id_idx" ON "AuditEntry"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "DiscountCode_accountId_createdAt_id_idx" ON "DiscountCode"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "DiscountCode_accountId_active_createdAt_id_idx" ON "DiscountCode"("accountId", "active", "createdAt", "id");

-- CreateIndex
CREATE INDEX "DiscountCode_accountId_marketingCampaignId_idx" ON "DiscountCode"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "DiscountCode_accountId_public_active_currency_value_idx" ON "DiscountCode"("accountId", "public", "active", "currency", "value");

-- CreateIndex
CREATE INDEX "DiscountRedemption_accountId_discountCodeId_redeemedAt_id_idx" ON "DiscountRedemption"("accountId", "discountCodeId", "redeemedAt", "id");

-- CreateIndex
CREATE INDEX "DiscountRedemption_accountId_redeemedAt_id_idx" ON "DiscountRedemption"("accountId", "redeemedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "DiscountRedemption_accountId_checkoutSessionId_key" ON "DiscountRedemption"("accountId", "checkoutSessionId");

-- CreateIndex
CREATE UNIQUE INDEX "DiscountRedemption_accountId_externalSource_externalRef_key" ON "DiscountRedemption"("accountId", "externalSource", "externalRef");

-- CreateIndex
CREATE INDEX "MarketingCampaign_accountId_createdAt_id_idx" ON "MarketingCampaign"("accountId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscountCode" ADD CONSTRAINT "DiscountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscountCode" ADD CONSTRAINT "DiscountCode_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscountRedemption" ADD CONSTRAINT "DiscountRedemption_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscountCustomerUse" ADD CONSTRAINT "DiscountCustomerUse_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MarketingCampaign" ADD CONSTRAINT "MarketingCampaign_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

-- Codes are matched and unique without regard to case (3 §2.1).
CREATE UNIQUE INDEX "DiscountCode_code_key" ON "DiscountCode" ("accountId", lower("code"));

-- A list is empty, never null: Prisma leaves that to us.
ALTER TABLE "DiscountCode" ALTER COLUMN "productIds" SET NOT NULL, ALTER COLUMN "tagFilter" SET NOT NULL;
ALTER TABLE "ApiKey" ALTER COLUMN "scopes" SET NOT NULL;

-- Redemptions change one counter that no index holds; room on each page keeps those updates off the indexes (HOT).
ALTER TABLE "DiscountCode" SET (fillfactor = 80);
ALTER TABLE "DiscountCustomerUse" SET (fillfactor = 80);
ALTER TABLE "DiscountCodeTally" SET (fillfactor = 50);

-- The last line against rows that no schema would have let in.
ALTER TABLE "DiscountCode"
  ADD CONSTRAINT "DiscountCode_type_check" CHECK ("type" IN ('percent', 'fixed', 'shipping_percent', 'shipping_fixed')),
  ADD CONSTRAINT "DiscountCode_scope_check" CHECK ("scope" IN ('cart', 'products', 'tags')),
  ADD CONSTRAINT "DiscountCode_value_check" CHECK ("value" > 0 AND ("type" NOT IN ('percent', 'shipping_percent') OR "value" <= 100)),
  ADD CONSTRAINT "DiscountCode_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "DiscountRedemption" ADD CONSTRAINT "DiscountRedemption_amounts_check" CHECK ("appliedAmount" >= 0 AND "appliedShipping" >= 0);
ALTER TABLE "Subscription"
  ADD CONSTRAINT "Subscription_plan_check" CHECK ("plan" IN ('free', 'starter', 'growth', 'scale', 'svc_internal')),
  ADD CONSTRAINT "Subscription_status_check" CHECK ("status" IN ('active', 'canceling', 'canceled', 'past_due', 'incomplete'));

-- The tally of a workspace's codes. Statement triggers for rows that come and go, so that a bulk insert costs one
-- update; a row trigger for the one change that matters, so that a redemption never touches the tally.
CREATE FUNCTION discount_code_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DiscountCodeTally" AS t ("accountId", "active", "inactive", "activeManual")
  SELECT "accountId", count(*) FILTER (WHERE "active"), count(*) FILTER (WHERE NOT "active"), count(*) FILTER (WHERE "active" AND "source" = 'manual')
  FROM added GROUP BY "accountId" ORDER BY "accountId"
  ON CONFLICT ("accountId") DO UPDATE SET
    "active" = t."active" + excluded."active", "inactive" = t."inactive" + excluded."inactive", "activeManual" = t."activeManual" + excluded."activeManual";
  RETURN NULL;
END $$;
CREATE TRIGGER "DiscountCode_tally_insert" AFTER INSERT ON "DiscountCode"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION discount_code_tally_add();

CREATE FUNCTION discount_code_tally_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "DiscountCodeTally" t SET "active" = t."active" - r."active", "inactive" = t."inactive" - r."inactive", "activeManual" = t."activeManual" - r."activeManual"
  FROM (SELECT "accountId", count(*) FILTER (WHERE "active") AS "active", count(*) FILTER (WHERE NOT "active") AS "inactive",
               count(*) FILTER (WHERE "active" AND "source" = 'manual') AS "activeManual"
        FROM removed GROUP BY "accountId") r
  WHERE t."accountId" = r."accountId";
  RETURN NULL;
END $$;
CREATE TRIGGER "DiscountCode_tally_delete" AFTER DELETE ON "DiscountCode"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION discount_code_tally_remove();

CREATE FUNCTION discount_code_tally_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta integer := CASE WHEN NEW."active" THEN 1 ELSE -1 END;
BEGIN
  UPDATE "DiscountCodeTally" SET "active" = "active" + delta, "inactive" = "inactive" - delta,
    "activeManual" = "activeManual" + CASE WHEN NEW."source" = 'manual' THEN delta ELSE 0 END
  WHERE "accountId" = NEW."accountId";
  RETURN NULL;
END $$;
CREATE TRIGGER "DiscountCode_tally_update" AFTER UPDATE OF "active" ON "DiscountCode"
  FOR EACH ROW WHEN (OLD."active" IS DISTINCT FROM NEW."active") EXECUTE FUNCTION discount_code_tally_move();

-- The audit log is append-only for everyone, the table's owner included. ALWAYS: also while a replica is applied.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE "AuditEntry" ENABLE ALWAYS TRIGGER "AuditEntry_append_only";
ALTER TABLE "AuditEntry" ENABLE ALWAYS TRIGGER "AuditEntry_no_truncate";
