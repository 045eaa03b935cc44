-- AlterTable
ALTER TABLE "DiscountCode" ADD COLUMN     "firstOrderOnly" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "segmentId" TEXT;

-- CreateTable
CREATE TABLE "DiscountHold" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "discountCodeId" TEXT NOT NULL,
    "checkoutSessionId" TEXT NOT NULL,
    "customerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DiscountHold_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DiscountHold_accountId_checkoutSessionId_key" ON "DiscountHold"("accountId", "checkoutSessionId");

-- CreateIndex
CREATE INDEX "DiscountHold_accountId_discountCodeId_expiresAt_customerId_idx" ON "DiscountHold"("accountId", "discountCodeId", "expiresAt", "customerId");

-- CreateIndex
CREATE INDEX "DiscountHold_expiresAt_idx" ON "DiscountHold"("expiresAt");

-- AddForeignKey
ALTER TABLE "DiscountHold" ADD CONSTRAINT "DiscountHold_accountId_discountCodeId_fkey" FOREIGN KEY ("accountId", "discountCodeId") REFERENCES "DiscountCode"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

-- For whom a code is, is a change that shops are told of: they cannot ask, so it is switched off there.
DROP TRIGGER "DiscountCode_push_update" ON "DiscountCode";
CREATE TRIGGER "DiscountCode_push_update"
  AFTER UPDATE OF type, value, currency, scope, "productIds", "minPurchaseAmount", "maxUsesTotal", "maxUsesPerCustomer", "startsAt", "expiresAt", active, "segmentId", "firstOrderOnly" ON "DiscountCode"
  FOR EACH ROW WHEN (
    (OLD.type, OLD.value, OLD.currency, OLD.scope, OLD."productIds", OLD."minPurchaseAmount", OLD."maxUsesTotal", OLD."maxUsesPerCustomer", OLD."startsAt", OLD."expiresAt", OLD.active, OLD."segmentId", OLD."firstOrderOnly")
    IS DISTINCT FROM
    (NEW.type, NEW.value, NEW.currency, NEW.scope, NEW."productIds", NEW."minPurchaseAmount", NEW."maxUsesTotal", NEW."maxUsesPerCustomer", NEW."startsAt", NEW."expiresAt", NEW.active, NEW."segmentId", NEW."firstOrderOnly"))
  EXECUTE FUNCTION discount_code_push_changed();
