-- AlterTable
ALTER TABLE "PlatformKey" ADD COLUMN     "partnerId" TEXT;

-- CreateTable
CREATE TABLE "Partner" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "name" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "contactEmail" TEXT,
    "linkMode" TEXT NOT NULL DEFAULT 'all',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Partner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PartnerMerchant" (
    "partnerId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "externalRef" TEXT,
    "linkedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PartnerMerchant_pkey" PRIMARY KEY ("partnerId","accountId")
);

-- CreateTable
CREATE TABLE "PartnerCalls" (
    "partnerId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "accountId" TEXT NOT NULL DEFAULT '',
    "ok" INTEGER NOT NULL,
    "clientErrors" INTEGER NOT NULL,
    "serverErrors" INTEGER NOT NULL,

    CONSTRAINT "PartnerCalls_pkey" PRIMARY KEY ("partnerId","day","accountId")
);

-- CreateTable
CREATE TABLE "PlatformAuditEntry" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlatformAuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Partner_identifier_key" ON "Partner"("identifier");

-- CreateIndex
CREATE INDEX "Partner_createdAt_id_idx" ON "Partner"("createdAt", "id");

-- CreateIndex
CREATE INDEX "PartnerMerchant_accountId_idx" ON "PartnerMerchant"("accountId");

-- CreateIndex
CREATE INDEX "PartnerMerchant_partnerId_linkedAt_accountId_idx" ON "PartnerMerchant"("partnerId", "linkedAt", "accountId");

-- CreateIndex
CREATE UNIQUE INDEX "PartnerMerchant_partnerId_externalRef_key" ON "PartnerMerchant"("partnerId", "externalRef");

-- CreateIndex
CREATE INDEX "PartnerCalls_day_idx" ON "PartnerCalls"("day");

-- CreateIndex
CREATE INDEX "PlatformAuditEntry_createdAt_id_idx" ON "PlatformAuditEntry"("createdAt", "id");

-- CreateIndex
CREATE INDEX "PlatformAuditEntry_targetId_createdAt_id_idx" ON "PlatformAuditEntry"("targetId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Account_createdAt_id_idx" ON "Account"("createdAt", "id");

-- CreateIndex
CREATE INDEX "PlatformKey_partnerId_idx" ON "PlatformKey"("partnerId");

-- AddForeignKey
ALTER TABLE "PartnerMerchant" ADD CONSTRAINT "PartnerMerchant_partnerId_fkey" FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PartnerMerchant" ADD CONSTRAINT "PartnerMerchant_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PartnerCalls" ADD CONSTRAINT "PartnerCalls_partnerId_fkey" FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlatformKey" ADD CONSTRAINT "PlatformKey_partnerId_fkey" FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was done to the installation is written once, as the audit log of a workspace is.
CREATE TRIGGER "PlatformAuditEntry_append_only" BEFORE UPDATE OR DELETE ON "PlatformAuditEntry" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "PlatformAuditEntry_no_truncate" BEFORE TRUNCATE ON "PlatformAuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE "PlatformAuditEntry" ENABLE ALWAYS TRIGGER "PlatformAuditEntry_append_only";
ALTER TABLE "PlatformAuditEntry" ENABLE ALWAYS TRIGGER "PlatformAuditEntry_no_truncate";
