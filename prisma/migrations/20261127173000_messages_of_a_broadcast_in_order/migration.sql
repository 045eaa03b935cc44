-- A page of a broadcast's messages, which are listed by id: found where it begins, however many there are. The one before
-- found all of them, and each page sorted them. On a large installation the first is made before, with CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "MarketingMessage_accountId_campaignId_id_idx" ON "MarketingMessage"("accountId", "campaignId", "id");
DROP INDEX "MarketingMessage_accountId_campaignId_idx";
