-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "logoKey" TEXT;

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "currency" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "provider" TEXT,
ADD COLUMN     "upstreamAt" TIMESTAMPTZ(3),
ADD COLUMN     "upstreamId" TEXT;

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "email" TEXT,
    "tokenHash" TEXT NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedBy" TEXT,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "kind" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "upstreamInvoiceId" TEXT,
    "upstreamSubscriptionId" TEXT,
    "checkoutSessionId" TEXT,
    "checkoutUrl" TEXT,
    "email" TEXT NOT NULL,
    "periodStart" TIMESTAMPTZ(3),
    "periodEnd" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "receiptUrl" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "BillingCallback" (
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "accountId" TEXT,
    "type" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "body" TEXT,
    "result" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BillingCallback_pkey" PRIMARY KEY ("provider","eventId")
);

-- CreateTable
CREATE TABLE "IdempotentReply" (
    "accountId" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "heldUntil" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotentReply_pkey" PRIMARY KEY ("accountId","keyHash")
);

-- CreateTable
CREATE TABLE "RequestTally" (
    "accountId" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "RequestTally_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY['*']::TEXT[],
    "description" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "stoppedBy" TEXT,
    "secret" TEXT NOT NULL,
    "secretPreview" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "endpointId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastAttemptAt" TIMESTAMPTZ(3),
    "nextRetryAt" TIMESTAMPTZ(3),
    "responseCode" INTEGER,
    "responseBody" TEXT,
    "attemptLog" JSONB NOT NULL DEFAULT '[]',
    "claimableAt" TIMESTAMPTZ(3),
    "claimedBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_accountId_createdAt_id_idx" ON "Invitation"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset"("expiresAt");

-- CreateIndex
CREATE INDEX "Invoice_accountId_createdAt_id_idx" ON "Invoice"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_provider_upstreamSubscriptionId_idx" ON "Invoice"("provider", "upstreamSubscriptionId");

-- CreateIndex
CREATE INDEX "Invoice_status_expiresAt_idx" ON "Invoice"("status", "expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_provider_upstreamInvoiceId_key" ON "Invoice"("provider", "upstreamInvoiceId");

-- CreateIndex
CREATE INDEX "BillingCallback_receivedAt_idx" ON "BillingCallback"("receivedAt");

-- CreateIndex
CREATE INDEX "IdempotentReply_expiresAt_idx" ON "IdempotentReply"("expiresAt");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_createdAt_id_idx" ON "WebhookEndpoint"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_createdAt_id_idx" ON "WebhookDelivery"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_endpointId_createdAt_id_idx" ON "WebhookDelivery"("accountId", "endpointId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_targetType_targetId_createdAt_id_idx" ON "AuditEntry"("accountId", "targetType", "targetId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_actorId_createdAt_id_idx" ON "AuditEntry"("accountId", "actorId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Subscription_status_currentPeriodEnd_idx" ON "Subscription"("status", "currentPeriodEnd");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_provider_upstreamId_key" ON "Subscription"("provider", "upstreamId");

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
