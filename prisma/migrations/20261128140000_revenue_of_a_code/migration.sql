-- What a code brought is read off this index alone, of a code that was redeemed half a million times too. On a large installation
-- it is made before, with CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "DiscountRedemption_revenue_idx" ON "DiscountRedemption" ("accountId", "discountCodeId", currency) INCLUDE ("orderTotal", "appliedAmount", "appliedShipping") WHERE "orderTotal" IS NOT NULL AND "rolledBackAt" IS NULL;
