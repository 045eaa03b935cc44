-- AlterTable
ALTER TABLE "Broadcast" ADD COLUMN     "testContents" JSONB,
ADD COLUMN     "testEndsAt" TIMESTAMPTZ(3),
ADD COLUMN     "testResult" JSONB;

-- AlterTable
ALTER TABLE "MarketingMessage" ADD COLUMN IF NOT EXISTS "variant" SMALLINT;

-- Tests that wait for their end: what the worker looks for every second.
CREATE INDEX "Broadcast_running_tests_idx" ON "Broadcast" ("testEndsAt") WHERE "testEndsAt" IS NOT NULL AND "testResult" IS NULL;
-- What was sent in a test, which is at most half of a broadcast: what its figures are counted from. No column of it ever
-- changes, so that the changes of a message stay on the row's page.
CREATE INDEX IF NOT EXISTS "MarketingMessage_variant_idx" ON "MarketingMessage" ("accountId", "campaignId") WHERE "variant" IS NOT NULL;
