-- CreateTable
CREATE TABLE "Order" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT,
    "externalSource" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "number" TEXT,
    "checkoutSessionId" TEXT NOT NULL,
    "checkoutRef" TEXT,
    "customerRef" TEXT,
    "contactId" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "phoneE164" TEXT,
    "amount" BIGINT NOT NULL,
    "shipping" BIGINT,
    "tax" BIGINT,
    "discount" BIGINT,
    "refunded" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "discountCodes" TEXT[],
    "items" JSONB NOT NULL,
    "landingUrl" TEXT,
    "placedAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "refundedAt" TIMESTAMPTZ(3),
    "sourceUpdatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Order_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Checkout" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "integrationId" TEXT,
    "externalSource" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "phoneE164" TEXT,
    "contactId" TEXT,
    "value" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "url" TEXT,
    "items" JSONB NOT NULL,
    "acceptsMarketing" BOOLEAN,
    "status" TEXT NOT NULL,
    "abandonedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "orderId" TEXT,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "sourceUpdatedAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Checkout_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "Order_accountId_placedAt_id_idx" ON "Order"("accountId", "placedAt", "id");

-- CreateIndex
CREATE INDEX "Order_accountId_contactId_placedAt_id_idx" ON "Order"("accountId", "contactId", "placedAt", "id");

-- CreateIndex
CREATE INDEX "Order_accountId_externalSource_checkoutRef_idx" ON "Order"("accountId", "externalSource", "checkoutRef");

-- CreateIndex
CREATE INDEX "Order_accountId_email_idx" ON "Order"("accountId", "email");

-- CreateIndex
CREATE INDEX "Order_accountId_phoneE164_idx" ON "Order"("accountId", "phoneE164");

-- CreateIndex
CREATE UNIQUE INDEX "Order_accountId_externalSource_externalRef_key" ON "Order"("accountId", "externalSource", "externalRef");

-- CreateIndex
CREATE INDEX "Checkout_accountId_createdAt_id_idx" ON "Checkout"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Checkout_accountId_contactId_createdAt_id_idx" ON "Checkout"("accountId", "contactId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Checkout_accountId_email_idx" ON "Checkout"("accountId", "email");

-- CreateIndex
CREATE INDEX "Checkout_accountId_phoneE164_idx" ON "Checkout"("accountId", "phoneE164");

-- CreateIndex
CREATE INDEX "Checkout_dueAt_idx" ON "Checkout"("dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "Checkout_accountId_externalSource_externalRef_key" ON "Checkout"("accountId", "externalSource", "externalRef");

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Checkout" ADD CONSTRAINT "Checkout_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What happens to orders and checkouts is told.
CREATE TRIGGER "Order_capture_insert" AFTER INSERT ON "Order" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
CREATE TRIGGER "Order_capture_update" AFTER UPDATE ON "Order" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
CREATE TRIGGER "Checkout_capture_insert" AFTER INSERT ON "Checkout" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
CREATE TRIGGER "Checkout_capture_update" AFTER UPDATE ON "Checkout" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
