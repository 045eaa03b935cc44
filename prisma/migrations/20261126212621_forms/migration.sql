-- AlterTable
ALTER TABLE "MarketingMessage" ADD COLUMN     "submissionId" TEXT;

-- CreateTable
CREATE TABLE "Form" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'live',
    "title" TEXT,
    "description" TEXT,
    "buttonLabel" TEXT,
    "language" TEXT,
    "fields" JSONB NOT NULL,
    "consents" JSONB NOT NULL,
    "listId" TEXT,
    "doubleOptIn" BOOLEAN NOT NULL DEFAULT true,
    "confirmSubject" TEXT,
    "confirmText" TEXT,
    "afterText" TEXT,
    "afterUrl" TEXT,
    "allowedOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "popup" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Form_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FormSubmission" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "email" TEXT,
    "entered" JSONB NOT NULL,
    "consents" JSONB NOT NULL,
    "isKnown" BOOLEAN NOT NULL,
    "nonce" TEXT NOT NULL,
    "origin" TEXT,
    "ip" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL,
    "networkHash" TEXT NOT NULL,
    "toAsk" BOOLEAN NOT NULL DEFAULT false,
    "askedAt" TIMESTAMPTZ(3),
    "confirmedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FormSubmission_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FormDay" (
    "accountId" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "submissions" INTEGER NOT NULL DEFAULT 0,
    "confirmed" INTEGER NOT NULL DEFAULT 0,
    "blocked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "FormDay_pkey" PRIMARY KEY ("accountId","formId","day")
);

-- CreateIndex
CREATE INDEX "Form_accountId_createdAt_id_idx" ON "Form"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Form_accountId_listId_idx" ON "Form"("accountId", "listId");

-- CreateIndex
CREATE UNIQUE INDEX "Form_id_key" ON "Form"("id");

-- CreateIndex
CREATE UNIQUE INDEX "Form_accountId_name_key" ON "Form"("accountId", "name");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_formId_createdAt_id_idx" ON "FormSubmission"("accountId", "formId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_contactId_createdAt_idx" ON "FormSubmission"("accountId", "contactId", "createdAt");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_email_askedAt_idx" ON "FormSubmission"("accountId", "email", "askedAt");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_networkHash_createdAt_idx" ON "FormSubmission"("accountId", "networkHash", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "FormSubmission_accountId_formId_nonce_contactId_key" ON "FormSubmission"("accountId", "formId", "nonce", "contactId");

-- AddForeignKey
ALTER TABLE "Form" ADD CONSTRAINT "Form_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Form" ADD CONSTRAINT "Form_accountId_listId_fkey" FOREIGN KEY ("accountId", "listId") REFERENCES "ContactList"("accountId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormSubmission" ADD CONSTRAINT "FormSubmission_accountId_formId_fkey" FOREIGN KEY ("accountId", "formId") REFERENCES "Form"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormDay" ADD CONSTRAINT "FormDay_accountId_formId_fkey" FOREIGN KEY ("accountId", "formId") REFERENCES "Form"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "FormSubmission" ALTER COLUMN "accountId" SET (n_distinct = 1);
ALTER TABLE "FormSubmission" SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000);

CREATE TRIGGER "FormSubmission_capture_insert" AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{entered,nonce,ip,userAgent,networkHash}');
CREATE TRIGGER "FormSubmission_capture_update" AFTER UPDATE ON "FormSubmission" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{entered,nonce,ip,userAgent,networkHash}');

-- What still waits: for a channel to be asked by, for an answer, for being forgotten.
CREATE INDEX "FormSubmission_waiting_idx" ON "FormSubmission" ("createdAt") WHERE "confirmedAt" IS NULL;
