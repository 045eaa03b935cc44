-- An order that its shop still waits for as a cart (WooCommerce's pending and failed) ends no cart.
ALTER TABLE "Order" ADD COLUMN "isCart" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Order" SET "isCart" = true
WHERE status = 'pending' AND "paidAt" IS NULL AND "checkoutRef" = "externalRef" AND "externalSource" LIKE 'storefront\_p2:%';

-- What somebody has ordered since. On a large installation both are made before, with CONCURRENTLY. They serve whatever
-- their shorter forms did.
CREATE INDEX IF NOT EXISTS "Order_email_placed_idx" ON "Order" ("accountId", email, "placedAt");
CREATE INDEX IF NOT EXISTS "Order_phone_placed_idx" ON "Order" ("accountId", "phoneE164", "placedAt");
DROP INDEX IF EXISTS "Order_accountId_email_idx";
DROP INDEX IF EXISTS "Order_accountId_phoneE164_idx";
