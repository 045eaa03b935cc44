-- AlterTable
ALTER TABLE "DiscountRedemption" ADD COLUMN     "orderTotal" BIGINT,
ADD COLUMN     "rollbackReason" TEXT,
ADD COLUMN     "rolledBackAt" TIMESTAMPTZ(3);

-- Figures are without what was rolled back. A partial index would fit as well, and would look better than that of a code to
-- a planner with old statistics.
DROP INDEX "DiscountRedemption_period_idx";
CREATE INDEX "DiscountRedemption_period_idx" ON "DiscountRedemption"("accountId", "redeemedAt", "id", "currency", "appliedAmount", "appliedShipping", "orderTotal", "rolledBackAt");

-- What follows Prisma cannot express.

ALTER TABLE "DiscountRedemption" ADD CONSTRAINT "DiscountRedemption_orderTotal_check" CHECK ("orderTotal" >= 0) NOT VALID;

-- How many of a code were rolled back, for the total of its list.
CREATE INDEX "DiscountRedemption_rolled_back_idx" ON "DiscountRedemption" ("accountId", "discountCodeId") WHERE "rolledBackAt" IS NOT NULL;
