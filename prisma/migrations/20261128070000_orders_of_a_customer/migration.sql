-- Whether somebody has bought before, by the id that the shop has for them. On a large installation it is made before, with
-- CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "Order_customer_idx" ON "Order" ("accountId", "customerRef");
