-- CreateTable
CREATE TABLE "MessageClick" (
    "accountId" TEXT NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "linkHash" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MessageClick_pkey" PRIMARY KEY ("accountId","broadcastId","linkHash","messageId")
);

-- CreateIndex
CREATE INDEX "MessageClick_accountId_messageId_idx" ON "MessageClick"("accountId", "messageId");
