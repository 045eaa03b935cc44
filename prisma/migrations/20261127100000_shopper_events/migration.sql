-- CreateTable
-- By month, which Prisma cannot express. What no month's partition takes goes into the one that takes everything: a restored
-- backup, a moved clock. The worker makes months ahead, moves what stands there into them, and drops those that are over
-- (server/resources/events/partitions.ts); the instants stand in its code and not here, for they come from the service's clock.
CREATE TABLE "ShopperEvent" (
    "accountId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "contactId" TEXT,
    "customerId" TEXT,
    "email" TEXT,
    "properties" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShopperEvent_pkey" PRIMARY KEY ("accountId","at","id")
) PARTITION BY RANGE ("at");

CREATE TABLE "ShopperEvent_rest" PARTITION OF "ShopperEvent" DEFAULT;

-- CreateTable
CREATE TABLE "ShopperEventKey" (
    "accountId" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShopperEventKey_pkey" PRIMARY KEY ("accountId","key")
);

-- CreateIndex
CREATE INDEX "ShopperEvent_accountId_name_at_contactId_idx" ON "ShopperEvent"("accountId", "name", "at", "contactId");

-- CreateIndex
CREATE INDEX "ShopperEvent_accountId_contactId_at_idx" ON "ShopperEvent"("accountId", "contactId", "at");

-- CreateIndex
CREATE INDEX "ShopperEventKey_at_idx" ON "ShopperEventKey"("at");

-- What follows Prisma cannot express.

-- Events of nobody yet, by what they may be found by once somebody is a contact.
CREATE INDEX "ShopperEvent_email_idx" ON "ShopperEvent" ("accountId", email) WHERE "contactId" IS NULL AND email IS NOT NULL;
CREATE INDEX "ShopperEvent_customer_idx" ON "ShopperEvent" ("accountId", "customerId") WHERE "contactId" IS NULL AND "customerId" IS NOT NULL;
