-- CreateTable
CREATE TABLE "ConsentEntry" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "contactId" TEXT,
    "addressHash" TEXT,
    "family" TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "source" JSONB NOT NULL DEFAULT '{}',
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "ConsentEntry_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "ConsentEntry_accountId_contactId_position_idx" ON "ConsentEntry"("accountId", "contactId", "position");

-- CreateIndex
CREATE INDEX "ConsentEntry_accountId_at_idx" ON "ConsentEntry"("accountId", "at");
