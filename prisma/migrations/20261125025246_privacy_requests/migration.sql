-- CreateTable
CREATE TABLE "PrivacyRequest" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "customerRef" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "orderRefs" TEXT[],
    "contactId" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "doneAt" TIMESTAMPTZ(3),

    CONSTRAINT "PrivacyRequest_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "PrivacyRequest_accountId_kind_receivedAt_id_idx" ON "PrivacyRequest"("accountId", "kind", "receivedAt", "id");

-- CreateIndex
CREATE INDEX "PrivacyRequest_dueAt_idx" ON "PrivacyRequest"("dueAt");

-- CreateIndex
CREATE INDEX "PrivacyRequest_doneAt_idx" ON "PrivacyRequest"("doneAt");

-- CreateIndex
CREATE UNIQUE INDEX "PrivacyRequest_accountId_deliveryId_key" ON "PrivacyRequest"("accountId", "deliveryId");

-- CreateIndex
CREATE INDEX "Integration_provider_externalId_idx" ON "Integration"("provider", "externalId");

-- AddForeignKey
ALTER TABLE "PrivacyRequest" ADD CONSTRAINT "PrivacyRequest_accountId_integrationId_fkey" FOREIGN KEY ("accountId", "integrationId") REFERENCES "Integration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
