-- DropIndex
DROP INDEX "DomainEvent_accountId_type_position_idx";

-- DropIndex
DROP INDEX "Order_accountId_placedAt_id_idx";

-- AlterTable
ALTER TABLE "DomainEvent" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "claimedBy" TEXT,
ADD COLUMN     "dueAt" TIMESTAMPTZ(3) DEFAULT 'epoch'::timestamptz,
ADD COLUMN     "error" TEXT,
ADD COLUMN     "takenAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Purchase" (
    "accountId" TEXT NOT NULL,
    "checkoutSessionId" TEXT NOT NULL,
    "toldBy" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "contactId" TEXT,
    "orderId" TEXT,
    "value" BIGINT,
    "currency" TEXT,
    "valueFrom" TEXT,
    "firedAs" BIGINT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Purchase_pkey" PRIMARY KEY ("accountId","checkoutSessionId")
);

-- CreateIndex
CREATE INDEX "Purchase_accountId_contactId_at_idx" ON "Purchase"("accountId", "contactId", "at");

-- CreateIndex
CREATE INDEX "Checkout_accountId_abandonedAt_completedAt_idx" ON "Checkout"("accountId", "abandonedAt", "completedAt");

-- CreateIndex
CREATE INDEX "DomainEvent_accountId_subjectId_position_idx" ON "DomainEvent"("accountId", "subjectId", "position");

-- CreateIndex
CREATE INDEX "DomainEvent_age_idx" ON "DomainEvent" USING BRIN ("createdAt");

-- CreateIndex
CREATE INDEX "Order_period_idx" ON "Order"("accountId", "placedAt", "id", "status", "paidAt", "currency", "amount", "refunded");

-- AddForeignKey
ALTER TABLE "Purchase" ADD CONSTRAINT "Purchase_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What waits to be taken, and since when; and what is put aside, which is rarely anything.
CREATE INDEX "DomainEvent_due_idx" ON "DomainEvent"("accountId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "DomainEvent_waiting_idx" ON "DomainEvent"("accountId", position) WHERE "dueAt" IS NOT NULL;
CREATE INDEX "DomainEvent_put_aside_idx" ON "DomainEvent"("accountId", position) WHERE "dueAt" IS NULL AND "takenAt" IS NULL;
