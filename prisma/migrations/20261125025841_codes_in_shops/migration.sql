-- DropIndex
DROP INDEX "IntegrationCode_dueAt_idx";

-- AlterTable
ALTER TABLE "IntegrationCode" ADD COLUMN     "asked" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "claimedBy" TEXT;

-- What waits to be pushed of each integration, the longest waiting first; and which of them are being pushed now.
CREATE INDEX "IntegrationCode_due_idx" ON "IntegrationCode"("accountId", "integrationId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "IntegrationCode_claimed_idx" ON "IntegrationCode"("accountId", "integrationId") WHERE "claimedBy" IS NOT NULL;

-- The integrations that codes go to, so that a workspace without one costs a probe.
CREATE INDEX "Integration_codes_idx" ON "Integration"("accountId", id) WHERE status <> 'revoked' AND config #>> '{sync,codes}' = 'true';

-- Every change of a code is brought to the shops, whoever makes it: merchants, rewards, refunds. So it is a trigger, as
-- the tally is one. A code that is over already, or used up, is not made anew there: a shop counts from zero.
CREATE FUNCTION discount_code_push_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "IntegrationCode" ("accountId", "integrationId", "discountCodeId", state, "dueAt", "createdAt", "updatedAt")
  SELECT d."accountId", i.id, d.id, 'pending', d."updatedAt", d."updatedAt", d."updatedAt" FROM added d
  CROSS JOIN LATERAL (
    SELECT i.id FROM "Integration" i WHERE i."accountId" = d."accountId" AND i.status <> 'revoked' AND i.config #>> '{sync,codes}' = 'true' OFFSET 0) i
  WHERE d.active AND (d."expiresAt" IS NULL OR d."expiresAt" > d."updatedAt") AND (d."maxUsesTotal" IS NULL OR d."redemptionCount" < d."maxUsesTotal");
  RETURN NULL;
END $$;
CREATE TRIGGER "DiscountCode_push_insert" AFTER INSERT ON "DiscountCode"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION discount_code_push_added();

-- One that is being pushed keeps its lease: whoever has it sees by "asked" that it has to go again.
CREATE FUNCTION discount_code_push_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "IntegrationCode" AS c ("accountId", "integrationId", "discountCodeId", state, "dueAt", "createdAt", "updatedAt")
  SELECT NEW."accountId", i.id, NEW.id, 'pending', NEW."updatedAt", NEW."updatedAt", NEW."updatedAt" FROM "Integration" i
  WHERE i."accountId" = NEW."accountId" AND i.status <> 'revoked' AND i.config #>> '{sync,codes}' = 'true'
    AND ((NEW.active AND (NEW."expiresAt" IS NULL OR NEW."expiresAt" > NEW."updatedAt") AND (NEW."maxUsesTotal" IS NULL OR NEW."redemptionCount" < NEW."maxUsesTotal"))
      OR EXISTS (SELECT FROM "IntegrationCode" k WHERE k."accountId" = NEW."accountId" AND k."integrationId" = i.id AND k."discountCodeId" = NEW.id))
  ORDER BY i.id
  ON CONFLICT ("accountId", "integrationId", "discountCodeId") DO UPDATE SET state = 'pending', reason = NULL, attempts = 0, asked = c.asked + 1,
    "dueAt" = CASE WHEN c."claimedBy" IS NULL THEN excluded."dueAt" ELSE c."dueAt" END, "updatedAt" = excluded."updatedAt";
  RETURN NULL;
END $$;
CREATE TRIGGER "DiscountCode_push_update"
  AFTER UPDATE OF type, value, currency, scope, "productIds", "minPurchaseAmount", "maxUsesTotal", "maxUsesPerCustomer", "startsAt", "expiresAt", active ON "DiscountCode"
  FOR EACH ROW WHEN (
    (OLD.type, OLD.value, OLD.currency, OLD.scope, OLD."productIds", OLD."minPurchaseAmount", OLD."maxUsesTotal", OLD."maxUsesPerCustomer", OLD."startsAt", OLD."expiresAt", OLD.active)
    IS DISTINCT FROM
    (NEW.type, NEW.value, NEW.currency, NEW.scope, NEW."productIds", NEW."minPurchaseAmount", NEW."maxUsesTotal", NEW."maxUsesPerCustomer", NEW."startsAt", NEW."expiresAt", NEW.active))
  EXECUTE FUNCTION discount_code_push_changed();
