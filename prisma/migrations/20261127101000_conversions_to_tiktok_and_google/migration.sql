-- AlterTable
ALTER TABLE "MerchantPixels" ADD COLUMN     "adPixelBAccessToken" TEXT,
ADD COLUMN     "adPixelBTestEventCode" TEXT,
ADD COLUMN     "analyticsApiSecret" TEXT;

-- CreateTable
CREATE TABLE "AdConversion" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
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

    CONSTRAINT "AdConversion_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "AdConversion_accountId_status_createdAt_id_idx" ON "AdConversion"("accountId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AdConversion_age_idx" ON "AdConversion" USING BRIN ("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AdConversion_accountId_destination_eventId_key" ON "AdConversion"("accountId", "destination", "eventId");

-- AddForeignKey
ALTER TABLE "AdConversion" ADD CONSTRAINT "AdConversion_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

ALTER TABLE "AdConversion"
  ADD CONSTRAINT "AdConversion_destination_check" CHECK ("destination" IN ('adPixelB', 'analytics')),
  ADD CONSTRAINT "AdConversion_status_check" CHECK ("status" IN ('waiting', 'sent', 'failed', 'skipped')),
  ADD CONSTRAINT "AdConversion_valueFrom_check" CHECK ("valueFrom" IN ('order', 'fulfil', 'recover')),
  ADD CONSTRAINT "AdConversion_dueAt_check" CHECK (("dueAt" IS NOT NULL) = ("status" = 'waiting')),
  ADD CONSTRAINT "AdConversion_skipReason_check" CHECK (("skipReason" IS NOT NULL) = ("status" = 'skipped'));
CREATE INDEX "AdConversion_due_idx" ON "AdConversion" ("accountId", "dueAt") WHERE "dueAt" IS NOT NULL;

-- An order tells of a purchase too.
ALTER TABLE "PixelConversion" DROP CONSTRAINT "PixelConversion_valueFrom_check",
  ADD CONSTRAINT "PixelConversion_valueFrom_check" CHECK ("valueFrom" IN ('order', 'fulfil', 'recover')) NOT VALID;
