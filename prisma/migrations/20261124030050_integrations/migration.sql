-- CreateTable
CREATE TABLE "Integration" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "config" JSONB NOT NULL,
    "bringsProducts" BOOLEAN NOT NULL,
    "credentials" TEXT,
    "scopesGranted" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lastSyncedAt" TIMESTAMPTZ(3),
    "lastEventAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "activatedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Integration_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "IntegrationWebhook" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "deliveryId" TEXT,
    "appliedAt" TIMESTAMPTZ(3),
    "result" TEXT,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IntegrationWebhook_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "Integration_accountId_createdAt_id_idx" ON "Integration"("accountId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Integration_id_key" ON "Integration"("id");

-- CreateIndex
CREATE UNIQUE INDEX "IntegrationWebhook_accountId_integrationId_deliveryId_key" ON "IntegrationWebhook"("accountId", "integrationId", "deliveryId");

-- CreateIndex
CREATE INDEX "IntegrationWebhook_accountId_integrationId_receivedAt_id_idx" ON "IntegrationWebhook"("accountId", "integrationId", "receivedAt", "id");

-- CreateIndex
CREATE INDEX "IntegrationWebhook_receivedAt_idx" ON "IntegrationWebhook"("receivedAt");

-- AddForeignKey
ALTER TABLE "Integration" ADD CONSTRAINT "Integration_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationWebhook" ADD CONSTRAINT "IntegrationWebhook_accountId_integrationId_fkey" FOREIGN KEY ("accountId", "integrationId") REFERENCES "Integration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One source of products in a workspace: which of two connections at once is the second, the index says.
CREATE UNIQUE INDEX "Integration_brings_products_key" ON "Integration"("accountId") WHERE "bringsProducts" AND status <> 'revoked';

-- What waits for the worker.
CREATE INDEX "IntegrationWebhook_waiting_idx" ON "IntegrationWebhook"("accountId", "integrationId", "receivedAt", id) WHERE "appliedAt" IS NULL;

-- What happens to integrations is told.
CREATE TRIGGER "Integration_capture_insert" AFTER INSERT ON "Integration" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{credentials}');
CREATE TRIGGER "Integration_capture_update" AFTER UPDATE ON "Integration" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{credentials}');
