-- AlterTable
ALTER TABLE "MessageContent" ADD COLUMN     "links" JSONB;

-- CreateTable
CREATE TABLE "MessageLink" (
    "accountId" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "linkHash" TEXT NOT NULL,

    CONSTRAINT "MessageLink_pkey" PRIMARY KEY ("accountId","contentId","index")
);

-- CreateTable
CREATE TABLE "MachineVisit" (
    "accountId" TEXT NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "linkHash" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MachineVisit_pkey" PRIMARY KEY ("accountId","broadcastId","linkHash","messageId")
);

-- CreateIndex
CREATE INDEX "MessageLink_accountId_broadcastId_idx" ON "MessageLink"("accountId", "broadcastId");

-- CreateIndex
CREATE INDEX "MachineVisit_accountId_messageId_idx" ON "MachineVisit"("accountId", "messageId");

ALTER TABLE "MachineVisit" ADD CONSTRAINT "MachineVisit_machine_check"
  CHECK ("machine" IN ('apple', 'gmail', 'yahoo', 'scanner', 'early', 'robot'));
