CREATE TABLE "ContactAlias" (
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "mergeId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContactAlias_pkey" PRIMARY KEY ("accountId","kind","value")
);
CREATE INDEX "ContactAlias_accountId_contactId_idx" ON "ContactAlias"("accountId", "contactId");
CREATE INDEX "ContactAlias_accountId_mergeId_idx" ON "ContactAlias"("accountId", "mergeId");
ALTER TABLE "ContactAlias" ADD CONSTRAINT "ContactAlias_accountId_contactId_fkey" FOREIGN KEY ("accountId", "contactId") REFERENCES "Contact"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE POLICY workspace ON "ContactAlias" USING ("accountId" = current_setting('laris.account_id', true));
