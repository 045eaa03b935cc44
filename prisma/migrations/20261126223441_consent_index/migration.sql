-- DropIndex
DROP INDEX "ConsentEntry_accountId_at_idx";

-- CreateIndex
CREATE INDEX "ConsentEntry_accountId_at_family_to_idx" ON "ConsentEntry"("accountId", "at", "family", "to");
