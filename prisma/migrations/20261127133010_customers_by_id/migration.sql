-- CreateIndex
CREATE INDEX "Customer_accountId_externalRef_idx" ON "Customer"("accountId", "externalRef");
