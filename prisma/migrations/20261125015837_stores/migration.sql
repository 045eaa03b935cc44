-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "print" TEXT;

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "lacking" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "ordersSince" TIMESTAMPTZ(3),
ADD COLUMN     "reconcileAt" TIMESTAMPTZ(3),
ADD COLUMN     "refusedAt" TIMESTAMPTZ(3)[],
ADD COLUMN     "shopName" TEXT,
ADD COLUMN     "webhookFaults" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "IntegrationRun" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "total" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3),
    "position" TEXT,
    "mark" TEXT,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "claimedBy" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IntegrationRun_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "IntegrationRefusal" (
    "accountId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "ref" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "IntegrationRefusal_pkey" PRIMARY KEY ("accountId","runId","position")
);

-- CreateTable
CREATE TABLE "IntegrationCode" (
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "discountCodeId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "shopRef" TEXT,
    "print" TEXT,
    "pushedAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IntegrationCode_pkey" PRIMARY KEY ("accountId","integrationId","discountCodeId")
);

-- CreateTable
CREATE TABLE "ShopProduct" (
    "accountId" TEXT NOT NULL,
    "externalSource" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "url" TEXT,
    "print" TEXT NOT NULL,
    "sourceUpdatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShopProduct_pkey" PRIMARY KEY ("accountId","externalSource","externalRef")
);

-- CreateTable
CREATE TABLE "ShopDeletion" (
    "accountId" TEXT NOT NULL,
    "externalSource" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShopDeletion_pkey" PRIMARY KEY ("accountId","externalSource","resource","externalRef")
);

-- CreateIndex
CREATE INDEX "IntegrationRun_accountId_integrationId_createdAt_id_idx" ON "IntegrationRun"("accountId", "integrationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "IntegrationRun_finishedAt_idx" ON "IntegrationRun"("finishedAt");

-- CreateIndex
CREATE INDEX "IntegrationCode_accountId_integrationId_createdAt_discountC_idx" ON "IntegrationCode"("accountId", "integrationId", "createdAt", "discountCodeId");

-- CreateIndex
CREATE INDEX "IntegrationCode_accountId_discountCodeId_idx" ON "IntegrationCode"("accountId", "discountCodeId");

-- CreateIndex
CREATE INDEX "IntegrationCode_dueAt_idx" ON "IntegrationCode"("dueAt");

-- CreateIndex
CREATE INDEX "ShopProduct_accountId_slug_idx" ON "ShopProduct"("accountId", "slug");

-- CreateIndex
CREATE INDEX "Integration_reconcileAt_idx" ON "Integration"("reconcileAt");

-- AddForeignKey
ALTER TABLE "IntegrationRun" ADD CONSTRAINT "IntegrationRun_accountId_integrationId_fkey" FOREIGN KEY ("accountId", "integrationId") REFERENCES "Integration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationRefusal" ADD CONSTRAINT "IntegrationRefusal_accountId_runId_fkey" FOREIGN KEY ("accountId", "runId") REFERENCES "IntegrationRun"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationCode" ADD CONSTRAINT "IntegrationCode_accountId_integrationId_fkey" FOREIGN KEY ("accountId", "integrationId") REFERENCES "Integration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationCode" ADD CONSTRAINT "IntegrationCode_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopProduct" ADD CONSTRAINT "ShopProduct_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopDeletion" ADD CONSTRAINT "ShopDeletion_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One connection of a shop in a workspace: which of two at once is the second, the index says. Sheets of one host are many.
CREATE UNIQUE INDEX "Integration_shop_key" ON "Integration"("accountId", provider, "externalId") WHERE status <> 'revoked' AND provider <> 'sheet_p1';

-- One run of a resource at a time.
CREATE UNIQUE INDEX "IntegrationRun_unfinished_key" ON "IntegrationRun"("accountId", "integrationId", resource) WHERE "dueAt" IS NOT NULL;

-- What waits for a worker, and what is under way.
CREATE INDEX "IntegrationRun_due_idx" ON "IntegrationRun"("dueAt") WHERE "dueAt" IS NOT NULL;

-- What becomes of runs is told.
CREATE TRIGGER "IntegrationRun_capture_update" AFTER UPDATE ON "IntegrationRun" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{position}');
