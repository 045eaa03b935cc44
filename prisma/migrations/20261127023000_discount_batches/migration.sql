-- AlterTable
ALTER TABLE "DiscountCode" ADD COLUMN     "contactId" TEXT;

-- AlterTable
ALTER TABLE "DiscountHold" ADD COLUMN     "batchId" TEXT;

-- CreateTable
CREATE TABLE "DiscountBatch" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'minting',
    "count" INTEGER,
    "minted" INTEGER NOT NULL DEFAULT 0,
    "redeemed" INTEGER NOT NULL DEFAULT 0,
    "totalLimit" INTEGER,
    "prefix" TEXT NOT NULL,
    "length" INTEGER NOT NULL,
    "template" JSONB NOT NULL,
    "audience" JSONB,
    "lastContactId" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "readyAt" TIMESTAMPTZ(3),

    CONSTRAINT "DiscountBatch_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "DiscountBatch_accountId_createdAt_id_idx" ON "DiscountBatch"("accountId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "DiscountBatch" ADD CONSTRAINT "DiscountBatch_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

ALTER TABLE "DiscountBatch" ADD CONSTRAINT "DiscountBatch_status_check" CHECK ("status" IN ('minting', 'ready', 'canceled'));
-- Redemptions change one counter that no index holds.
ALTER TABLE "DiscountBatch" SET (fillfactor = 50);

-- Those that are being made, for a worker that starts.
CREATE INDEX "DiscountBatch_minting_idx" ON "DiscountBatch" ("accountId", "id") WHERE "status" = 'minting';
-- The codes of a batch, and those that were made for a contact.
CREATE INDEX "DiscountCode_batch_idx" ON "DiscountCode" ("accountId", "sourceRefId", "id") WHERE "source" = 'batch';
CREATE INDEX "DiscountCode_contact_idx" ON "DiscountCode" ("accountId", "contactId") WHERE "contactId" IS NOT NULL;
-- What is set aside of a batch as a whole.
CREATE INDEX "DiscountHold_batch_idx" ON "DiscountHold" ("accountId", "batchId", "expiresAt") WHERE "batchId" IS NOT NULL;

-- The list of codes is without those of batches, of which there may be very many.
DROP INDEX "DiscountCode_accountId_createdAt_id_idx";
CREATE INDEX "DiscountCode_accountId_createdAt_id_idx" ON "DiscountCode" ("accountId", "createdAt", "id") WHERE "source" <> 'batch';
DROP INDEX "DiscountCode_accountId_active_createdAt_id_idx";
CREATE INDEX "DiscountCode_accountId_active_createdAt_id_idx" ON "DiscountCode" ("accountId", "active", "createdAt", "id") WHERE "source" <> 'batch';
CREATE INDEX "DiscountCode_listed_code_idx" ON "DiscountCode" ("accountId", lower("code"), "id") WHERE "source" <> 'batch';

-- And so is the tally, which is the list's total.
CREATE OR REPLACE FUNCTION discount_code_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DiscountCodeTally" AS t ("accountId", "active", "inactive", "activeManual")
  SELECT "accountId", count(*) FILTER (WHERE "active"), count(*) FILTER (WHERE NOT "active"), count(*) FILTER (WHERE "active" AND "source" = 'manual')
  FROM added WHERE "source" <> 'batch' GROUP BY "accountId" ORDER BY "accountId"
  ON CONFLICT ("accountId") DO UPDATE SET
    "active" = t."active" + excluded."active", "inactive" = t."inactive" + excluded."inactive", "activeManual" = t."activeManual" + excluded."activeManual";
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION discount_code_tally_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "DiscountCodeTally" t SET "active" = t."active" - r."active", "inactive" = t."inactive" - r."inactive", "activeManual" = t."activeManual" - r."activeManual"
  FROM (SELECT "accountId", count(*) FILTER (WHERE "active") AS "active", count(*) FILTER (WHERE NOT "active") AS "inactive",
               count(*) FILTER (WHERE "active" AND "source" = 'manual') AS "activeManual"
        FROM removed WHERE "source" <> 'batch' GROUP BY "accountId") r
  WHERE t."accountId" = r."accountId";
  RETURN NULL;
END $$;
DROP TRIGGER "DiscountCode_tally_update" ON "DiscountCode";
CREATE TRIGGER "DiscountCode_tally_update" AFTER UPDATE OF "active" ON "DiscountCode"
  FOR EACH ROW WHEN (OLD."active" IS DISTINCT FROM NEW."active" AND NEW."source" <> 'batch') EXECUTE FUNCTION discount_code_tally_move();
