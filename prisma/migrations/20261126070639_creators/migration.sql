-- CreateTable
CREATE TABLE "Brief" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "marketingCampaignId" TEXT,
    "title" TEXT NOT NULL,
    "brief" TEXT,
    "coverImage" TEXT,
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "deliverables" JSONB NOT NULL,
    "compensation" JSONB,
    "productRefs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "disclosure" TEXT NOT NULL DEFAULT '',
    "usageRightsDays" INTEGER NOT NULL DEFAULT 0,
    "slots" INTEGER,
    "filledSlots" INTEGER NOT NULL DEFAULT 0,
    "visibility" TEXT NOT NULL DEFAULT 'invite_only',
    "status" TEXT NOT NULL DEFAULT 'draft',
    "applyBy" TIMESTAMPTZ(3),
    "contentDueAt" TIMESTAMPTZ(3),
    "publishedAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Brief_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Collaboration" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "campaignId" TEXT,
    "programId" TEXT,
    "ofId" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "phoneE164" TEXT,
    "socialHandles" JSONB NOT NULL,
    "followers" INTEGER,
    "status" TEXT NOT NULL,
    "message" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "linkCode" TEXT,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "discountCodeId" TEXT,
    "terms" JSONB,
    "feeAmount" BIGINT,
    "feeCurrency" TEXT,
    "shippingState" TEXT NOT NULL DEFAULT 'none',
    "carrier" TEXT,
    "trackingRef" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "internalNote" TEXT,
    "suspendedFor" TEXT,
    "portalVersion" INTEGER NOT NULL DEFAULT 1,
    "portalHash" TEXT,
    "portalSeenAt" TIMESTAMPTZ(3),
    "mailed" JSONB NOT NULL DEFAULT '{}',
    "address" TEXT,
    "bankDetails" TEXT,
    "invitedAt" TIMESTAMPTZ(3),
    "acceptedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Collaboration_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Submission" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "collaborationId" TEXT NOT NULL,
    "deliverableId" TEXT NOT NULL,
    "url" TEXT,
    "imageKey" TEXT,
    "caption" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'submitted',
    "feedback" TEXT,
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "reviewedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Submission_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CollaborationMessage" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "collaborationId" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CollaborationMessage_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Application" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "campaignId" TEXT,
    "programId" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "socialHandles" JSONB NOT NULL,
    "followers" INTEGER,
    "message" TEXT,
    "networkHash" TEXT,
    "becameId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Application_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreatorOptOut" (
    "accountId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CreatorOptOut_pkey" PRIMARY KEY ("accountId","email")
);

-- CreateTable
CREATE TABLE "Program" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "marketingCampaignId" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "commission" JSONB,
    "customerDiscount" JSONB,
    "attributionWindowDays" INTEGER NOT NULL DEFAULT 30,
    "holdDays" INTEGER NOT NULL DEFAULT 30,
    "minPayout" BIGINT NOT NULL DEFAULT 0,
    "newCustomersOnly" BOOLEAN NOT NULL DEFAULT false,
    "autoApprove" BOOLEAN NOT NULL DEFAULT false,
    "visibility" TEXT NOT NULL DEFAULT 'invite_only',
    "landingUrl" TEXT,
    "blockedReferrers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "terms" TEXT,
    "activatedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Program_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ProgramClick" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "programId" TEXT NOT NULL,
    "collaborationId" TEXT NOT NULL,
    "referrer" TEXT,
    "networkHash" TEXT,
    "clickedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProgramClick_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Commission" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "programId" TEXT NOT NULL,
    "collaborationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'sale',
    "ofCommissionId" TEXT,
    "checkoutSessionId" TEXT NOT NULL,
    "orderAmount" BIGINT NOT NULL,
    "refundedAmount" BIGINT NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "flags" JSONB NOT NULL,
    "terms" JSONB NOT NULL,
    "before" JSONB,
    "releaseAt" TIMESTAMPTZ(3),
    "statementId" TEXT,
    "decidedBy" TEXT,
    "note" TEXT,
    "networkHash" TEXT,
    "externalSource" TEXT,
    "externalRef" TEXT,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Commission_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "Statement" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "collaborationId" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "total" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reference" TEXT,
    "paidAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Statement_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "StatementLine" (
    "accountId" TEXT NOT NULL,
    "statementId" TEXT NOT NULL,
    "commissionId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "orderAmount" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "live" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "StatementLine_pkey" PRIMARY KEY ("accountId","statementId","commissionId")
);

-- CreateIndex
CREATE INDEX "Brief_accountId_createdAt_id_idx" ON "Brief"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Brief_accountId_marketingCampaignId_idx" ON "Brief"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "Brief_status_applyBy_idx" ON "Brief"("status", "applyBy");

-- CreateIndex
CREATE INDEX "Collaboration_accountId_updatedAt_id_idx" ON "Collaboration"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Collaboration_accountId_campaignId_status_idx" ON "Collaboration"("accountId", "campaignId", "status");

-- CreateIndex
CREATE INDEX "Collaboration_accountId_programId_status_idx" ON "Collaboration"("accountId", "programId", "status");

-- CreateIndex
CREATE INDEX "Collaboration_accountId_email_idx" ON "Collaboration"("accountId", "email");

-- CreateIndex
CREATE INDEX "Collaboration_status_expiresAt_idx" ON "Collaboration"("status", "expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Collaboration_accountId_linkCode_key" ON "Collaboration"("accountId", "linkCode");

-- CreateIndex
CREATE INDEX "Submission_accountId_collaborationId_submittedAt_id_idx" ON "Submission"("accountId", "collaborationId", "submittedAt", "id");

-- CreateIndex
CREATE INDEX "Submission_accountId_status_submittedAt_idx" ON "Submission"("accountId", "status", "submittedAt");

-- CreateIndex
CREATE INDEX "CollaborationMessage_accountId_collaborationId_createdAt_id_idx" ON "CollaborationMessage"("accountId", "collaborationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Application_accountId_email_createdAt_idx" ON "Application"("accountId", "email", "createdAt");

-- CreateIndex
CREATE INDEX "Application_accountId_networkHash_createdAt_idx" ON "Application"("accountId", "networkHash", "createdAt");

-- CreateIndex
CREATE INDEX "Application_createdAt_idx" ON "Application"("createdAt");

-- CreateIndex
CREATE INDEX "Program_accountId_createdAt_id_idx" ON "Program"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Program_accountId_status_idx" ON "Program"("accountId", "status");

-- CreateIndex
CREATE INDEX "Program_accountId_marketingCampaignId_idx" ON "Program"("accountId", "marketingCampaignId");

-- CreateIndex
CREATE INDEX "ProgramClick_accountId_programId_clickedAt_idx" ON "ProgramClick"("accountId", "programId", "clickedAt");

-- CreateIndex
CREATE INDEX "ProgramClick_accountId_collaborationId_clickedAt_idx" ON "ProgramClick"("accountId", "collaborationId", "clickedAt");

-- CreateIndex
CREATE INDEX "ProgramClick_accountId_clickedAt_idx" ON "ProgramClick"("accountId", "clickedAt");

-- CreateIndex
CREATE INDEX "Commission_accountId_createdAt_id_idx" ON "Commission"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Commission_accountId_checkoutSessionId_idx" ON "Commission"("accountId", "checkoutSessionId");

-- CreateIndex
CREATE INDEX "Commission_accountId_programId_createdAt_id_idx" ON "Commission"("accountId", "programId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Commission_accountId_collaborationId_createdAt_id_idx" ON "Commission"("accountId", "collaborationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Commission_accountId_statementId_idx" ON "Commission"("accountId", "statementId");

-- CreateIndex
CREATE INDEX "Commission_status_releaseAt_idx" ON "Commission"("status", "releaseAt");

-- CreateIndex
CREATE INDEX "Statement_accountId_createdAt_id_idx" ON "Statement"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Statement_accountId_collaborationId_createdAt_id_idx" ON "Statement"("accountId", "collaborationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Statement_accountId_number_key" ON "Statement"("accountId", "number");

-- AddForeignKey
ALTER TABLE "Brief" ADD CONSTRAINT "Brief_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Brief" ADD CONSTRAINT "Brief_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collaboration" ADD CONSTRAINT "Collaboration_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collaboration" ADD CONSTRAINT "Collaboration_accountId_campaignId_fkey" FOREIGN KEY ("accountId", "campaignId") REFERENCES "Brief"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collaboration" ADD CONSTRAINT "Collaboration_accountId_programId_fkey" FOREIGN KEY ("accountId", "programId") REFERENCES "Program"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_accountId_collaborationId_fkey" FOREIGN KEY ("accountId", "collaborationId") REFERENCES "Collaboration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CollaborationMessage" ADD CONSTRAINT "CollaborationMessage_accountId_collaborationId_fkey" FOREIGN KEY ("accountId", "collaborationId") REFERENCES "Collaboration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreatorOptOut" ADD CONSTRAINT "CreatorOptOut_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Program" ADD CONSTRAINT "Program_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Program" ADD CONSTRAINT "Program_accountId_marketingCampaignId_fkey" FOREIGN KEY ("accountId", "marketingCampaignId") REFERENCES "MarketingCampaign"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProgramClick" ADD CONSTRAINT "ProgramClick_accountId_collaborationId_fkey" FOREIGN KEY ("accountId", "collaborationId") REFERENCES "Collaboration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_accountId_collaborationId_fkey" FOREIGN KEY ("accountId", "collaborationId") REFERENCES "Collaboration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Statement" ADD CONSTRAINT "Statement_accountId_collaborationId_fkey" FOREIGN KEY ("accountId", "collaborationId") REFERENCES "Collaboration"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatementLine" ADD CONSTRAINT "StatementLine_accountId_statementId_fkey" FOREIGN KEY ("accountId", "statementId") REFERENCES "Statement"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Brief" ADD CONSTRAINT "Brief_status_check" CHECK ("status" IN ('draft', 'open', 'closed', 'completed', 'archived'));
ALTER TABLE "Brief" ADD CONSTRAINT "Brief_slots_check" CHECK ("filledSlots" >= 0 AND ("slots" IS NULL OR "filledSlots" <= "slots"));
ALTER TABLE "Program" ADD CONSTRAINT "Program_status_check" CHECK ("status" IN ('draft', 'live', 'paused', 'archived'));
ALTER TABLE "Collaboration" ADD CONSTRAINT "Collaboration_status_check" CHECK ("status" IN ('invited', 'applied', 'accepted', 'in_review', 'changes_requested', 'approved', 'completed', 'active', 'suspended', 'ended', 'declined', 'expired'));
ALTER TABLE "Collaboration" ADD CONSTRAINT "Collaboration_kind_check" CHECK ("kind" IN ('brief', 'affiliate'));
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_status_check" CHECK ("status" IN ('submitted', 'changes_requested', 'approved'));
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_status_check" CHECK ("status" IN ('pending', 'held', 'approved', 'declined', 'voided', 'paid'));
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_kind_check" CHECK ("kind" IN ('sale', 'clawback'));
ALTER TABLE "Statement" ADD CONSTRAINT "Statement_status_check" CHECK ("status" IN ('open', 'paid', 'canceled'));

-- Nobody is twice in one brief or program.
CREATE UNIQUE INDEX "Collaboration_brief_key" ON "Collaboration" ("accountId", "campaignId", "email") WHERE "status" NOT IN ('ended', 'declined', 'expired') AND "campaignId" IS NOT NULL;
CREATE UNIQUE INDEX "Collaboration_program_key" ON "Collaboration" ("accountId", "programId", "email") WHERE "status" NOT IN ('ended', 'declined', 'expired') AND "programId" IS NOT NULL;
-- One commission for each checkout session, over all programs; one clawback for each sum of refunds.
CREATE UNIQUE INDEX "Commission_session_key" ON "Commission" ("accountId", "checkoutSessionId") WHERE "kind" = 'sale';
CREATE UNIQUE INDEX "Commission_clawback_key" ON "Commission" ("accountId", "ofCommissionId", "refundedAmount") WHERE "kind" = 'clawback';
-- A commission is on one statement that stands.
CREATE UNIQUE INDEX "StatementLine_live_key" ON "StatementLine" ("accountId", "commissionId") WHERE "live";
-- What the next statement takes.
CREATE INDEX "Commission_payable_idx" ON "Commission" ("accountId", "collaborationId", "currency", "createdAt", "id") WHERE "status" = 'approved' AND "statementId" IS NULL;
-- Codes by whose they are.
CREATE INDEX "DiscountCode_affiliate_idx" ON "DiscountCode" ("accountId", "sourceRefId") WHERE "source" = 'affiliate';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Collaboration', 'ProgramClick', 'Commission'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "accountId" SET (n_distinct = 1)', name);
    EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000)', name);
  END LOOP;
END $$;

CREATE TRIGGER "Brief_capture_update" AFTER UPDATE ON "Brief" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{brief,deliverables}');
CREATE TRIGGER "Program_capture_update" AFTER UPDATE ON "Program" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{terms}');
CREATE TRIGGER "Collaboration_capture_insert" AFTER INSERT ON "Collaboration" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{terms,clicks,internalNote,mailed,address,bankDetails,portalHash,portalSeenAt}');
CREATE TRIGGER "Collaboration_capture_update" AFTER UPDATE ON "Collaboration" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{terms,clicks,internalNote,mailed,address,bankDetails,portalHash,portalSeenAt}');
CREATE TRIGGER "Submission_capture_insert" AFTER INSERT ON "Submission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
CREATE TRIGGER "Commission_capture_insert" AFTER INSERT ON "Commission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{terms,before,networkHash}');
CREATE TRIGGER "Commission_capture_update" AFTER UPDATE ON "Commission" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{terms,before,networkHash}');
CREATE TRIGGER "Statement_capture_insert" AFTER INSERT ON "Statement" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
CREATE TRIGGER "Statement_capture_update" AFTER UPDATE ON "Statement" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{}');
