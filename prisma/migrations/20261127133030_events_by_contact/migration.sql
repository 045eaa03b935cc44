-- What Prisma cannot express.

-- Who did something, and how often: a segment counts by contact, and finds the entries of each side by side.
CREATE INDEX "ShopperEvent_accountId_name_contactId_at_idx" ON "ShopperEvent" ("accountId", "name", "contactId", "at") WHERE "contactId" IS NOT NULL;
