-- AlterTable
ALTER TABLE "BroadcastTally" ADD COLUMN     "taken" INTEGER NOT NULL DEFAULT 0;

-- Messages by status, and of each status those that the vendor took.
CREATE OR REPLACE FUNCTION broadcast_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "BroadcastTally" AS t ("accountId", "broadcastId", "status", "messages", "taken")
  SELECT "accountId", "campaignId", "status", count(*)::int, count("sentAt")::int FROM added WHERE "campaignId" IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("accountId", "broadcastId", "status") DO UPDATE SET "messages" = t."messages" + excluded."messages", "taken" = t."taken" + excluded."taken";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION broadcast_tally_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "BroadcastTally" AS t ("accountId", "broadcastId", "status", "messages", "taken")
  SELECT "accountId", "campaignId", "status", sum(change)::int, sum(taken)::int FROM (
    SELECT "accountId", "campaignId", "status", 1 AS change, ("sentAt" IS NOT NULL)::int AS taken FROM after_change WHERE "campaignId" IS NOT NULL
    UNION ALL SELECT "accountId", "campaignId", "status", -1, - ("sentAt" IS NOT NULL)::int FROM before_change WHERE "campaignId" IS NOT NULL) moved
  GROUP BY 1, 2, 3 HAVING sum(change) <> 0 OR sum(taken) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT ("accountId", "broadcastId", "status") DO UPDATE SET "messages" = t."messages" + excluded."messages", "taken" = t."taken" + excluded."taken";
  RETURN NULL;
END $$;

UPDATE "BroadcastTally" t SET "taken" = m.taken FROM (
  SELECT "accountId", "campaignId", "status", count(*)::int AS taken FROM "MarketingMessage" WHERE "campaignId" IS NOT NULL AND "sentAt" IS NOT NULL GROUP BY 1, 2, 3) m
WHERE t."accountId" = m."accountId" AND t."broadcastId" = m."campaignId" AND t."status" = m."status";

-- Contacts whose phone cannot be read, by the identity's form of it: an opt-out holds for that.
CREATE INDEX "Contact_unreadable_phone_idx" ON "Contact" ("accountId", regexp_replace("phone", '[^+0-9]', '', 'g')) WHERE "phoneE164" IS NULL AND "phone" IS NOT NULL;
