-- AlterTable
ALTER TABLE "MarketingMessage" ADD COLUMN     "enrolmentId" TEXT;

-- CreateTable
CREATE TABLE "Funnel" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 0,
    "definition" JSONB NOT NULL,
    "draft" JSONB,
    "trigger" TEXT NOT NULL,
    "triggerKey" TEXT NOT NULL DEFAULT '',
    "activatedAt" TIMESTAMPTZ(3),
    "liveSince" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "lookAt" TIMESTAMPTZ(3),
    "lookedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Funnel_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FunnelVersion" (
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "definition" JSONB NOT NULL,
    "contents" JSONB NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FunnelVersion_pkey" PRIMARY KEY ("accountId","funnelId","version")
);

-- CreateTable
CREATE TABLE "FunnelEnrolment" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "contactId" TEXT NOT NULL,
    "triggerRef" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "stepId" TEXT,
    "stepSince" TIMESTAMPTZ(3) NOT NULL,
    "waitingFor" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "passed" INTEGER NOT NULL DEFAULT 0,
    "heard" JSONB NOT NULL DEFAULT '{}',
    "cart" JSONB,
    "discountCodeId" TEXT,
    "discountCode" TEXT,
    "discountExpiresAt" TIMESTAMPTZ(3),
    "lastSentStepId" TEXT,
    "exitReason" TEXT,
    "goalAt" TIMESTAMPTZ(3),
    "goalValue" BIGINT,
    "goalCurrency" TEXT,
    "goalSession" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "enteredAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FunnelEnrolment_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "FunnelPassage" (
    "accountId" TEXT NOT NULL,
    "enrolmentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "funnelId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "stepId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "messageId" TEXT,

    CONSTRAINT "FunnelPassage_pkey" PRIMARY KEY ("accountId","enrolmentId","position")
);

-- CreateTable
CREATE TABLE "FunnelRefusal" (
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "people" INTEGER NOT NULL,

    CONSTRAINT "FunnelRefusal_pkey" PRIMARY KEY ("accountId","funnelId","at","reason")
);

-- CreateTable
CREATE TABLE "FunnelTally" (
    "position" BIGSERIAL NOT NULL,
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "people" INTEGER NOT NULL,

    CONSTRAINT "FunnelTally_pkey" PRIMARY KEY ("accountId","position")
);

-- CreateTable
CREATE TABLE "FunnelTest" (
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "p" DOUBLE PRECISION NOT NULL,
    "leader" TEXT,
    "beganAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FunnelTest_pkey" PRIMARY KEY ("accountId","funnelId","stepId","version")
);

-- CreateTable
CREATE TABLE "FunnelSegmentMember" (
    "accountId" TEXT NOT NULL,
    "funnelId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,

    CONSTRAINT "FunnelSegmentMember_pkey" PRIMARY KEY ("accountId","funnelId","contactId")
);

-- CreateIndex
CREATE INDEX "Funnel_accountId_status_trigger_triggerKey_idx" ON "Funnel"("accountId", "status", "trigger", "triggerKey");

-- CreateIndex
CREATE INDEX "Funnel_accountId_createdAt_id_idx" ON "Funnel"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Funnel_lookAt_idx" ON "Funnel"("lookAt");

-- CreateIndex
CREATE UNIQUE INDEX "Funnel_accountId_name_key" ON "Funnel"("accountId", "name");

-- CreateIndex
CREATE INDEX "FunnelEnrolment_accountId_contactId_enteredAt_idx" ON "FunnelEnrolment"("accountId", "contactId", "enteredAt");

-- CreateIndex
CREATE INDEX "FunnelEnrolment_accountId_funnelId_enteredAt_id_idx" ON "FunnelEnrolment"("accountId", "funnelId", "enteredAt", "id");

-- CreateIndex
CREATE INDEX "FunnelEnrolment_endedAt_idx" ON "FunnelEnrolment"("endedAt");

-- CreateIndex
CREATE UNIQUE INDEX "FunnelEnrolment_accountId_funnelId_contactId_triggerRef_key" ON "FunnelEnrolment"("accountId", "funnelId", "contactId", "triggerRef");

-- CreateIndex
CREATE INDEX "FunnelPassage_accountId_funnelId_stepId_enrolmentId_idx" ON "FunnelPassage"("accountId", "funnelId", "stepId", "enrolmentId");

-- CreateIndex
CREATE INDEX "FunnelTally_accountId_funnelId_status_people_idx" ON "FunnelTally"("accountId", "funnelId", "status", "people");

-- AddForeignKey
ALTER TABLE "Funnel" ADD CONSTRAINT "Funnel_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FunnelVersion" ADD CONSTRAINT "FunnelVersion_accountId_funnelId_fkey" FOREIGN KEY ("accountId", "funnelId") REFERENCES "Funnel"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FunnelEnrolment" ADD CONSTRAINT "FunnelEnrolment_accountId_funnelId_fkey" FOREIGN KEY ("accountId", "funnelId") REFERENCES "Funnel"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FunnelRefusal" ADD CONSTRAINT "FunnelRefusal_accountId_funnelId_fkey" FOREIGN KEY ("accountId", "funnelId") REFERENCES "Funnel"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FunnelTest" ADD CONSTRAINT "FunnelTest_accountId_funnelId_fkey" FOREIGN KEY ("accountId", "funnelId") REFERENCES "Funnel"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FunnelSegmentMember" ADD CONSTRAINT "FunnelSegmentMember_accountId_funnelId_fkey" FOREIGN KEY ("accountId", "funnelId") REFERENCES "Funnel"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Funnel" ADD CONSTRAINT "Funnel_status_check" CHECK ("status" IN ('draft', 'live', 'paused', 'archived'));
ALTER TABLE "FunnelEnrolment" ADD CONSTRAINT "FunnelEnrolment_status_check" CHECK ("status" IN ('active', 'completed', 'exited'));

-- Nobody is twice inside one funnel.
CREATE UNIQUE INDEX "FunnelEnrolment_inside_key" ON "FunnelEnrolment" ("accountId", "funnelId", "contactId") WHERE "status" = 'active';
-- The queue: who is due, by funnel and in order of time. Who has ended is not in it.
CREATE INDEX "FunnelEnrolment_queue_idx" ON "FunnelEnrolment" ("accountId", "funnelId", "dueAt", "id") WHERE "dueAt" IS NOT NULL;
-- How many people stand at each step.
CREATE INDEX "FunnelEnrolment_standing_idx" ON "FunnelEnrolment" ("accountId", "funnelId", "stepId") WHERE "status" = 'active';
-- The messages of an enrolment, and of a step.
CREATE INDEX "MarketingMessage_enrolment_idx" ON "MarketingMessage" ("accountId", "enrolmentId", "funnelStepId") WHERE "enrolmentId" IS NOT NULL;
CREATE INDEX "MarketingMessage_funnel_idx" ON "MarketingMessage" ("accountId", "funnelId", "funnelStepId") WHERE "funnelId" IS NOT NULL;
-- What somebody answers who writes to a channel.
CREATE INDEX "MarketingMessage_answered_idx" ON "MarketingMessage" ("channelIntegrationId", "recipient", "createdAt") WHERE "enrolmentId" IS NOT NULL;
-- Codes by what they were made for.
CREATE INDEX "DiscountCode_funnel_idx" ON "DiscountCode" ("accountId", "sourceRefId") WHERE "source" = 'funnel';

-- Enrolments by status. Rows of differences, one for each statement, so that two workers never wait for each other.
CREATE FUNCTION funnel_tally_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "FunnelTally" ("accountId", "funnelId", "status", "people")
    SELECT "accountId", "funnelId", "status", count(*)::int FROM added GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "FunnelTally" ("accountId", "funnelId", "status", "people")
    SELECT "accountId", "funnelId", "status", -count(*)::int FROM removed GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO "FunnelTally" ("accountId", "funnelId", "status", "people")
    SELECT "accountId", "funnelId", "status", sum(change)::int FROM (
      SELECT "accountId", "funnelId", "status", 1 AS change FROM added
      UNION ALL SELECT "accountId", "funnelId", "status", -1 FROM removed) moved
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "FunnelEnrolment_tally_insert" AFTER INSERT ON "FunnelEnrolment"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION funnel_tally_change();
CREATE TRIGGER "FunnelEnrolment_tally_update" AFTER UPDATE ON "FunnelEnrolment"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION funnel_tally_change();
CREATE TRIGGER "FunnelEnrolment_tally_delete" AFTER DELETE ON "FunnelEnrolment"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION funnel_tally_change();

ALTER TABLE "FunnelEnrolment" SET (fillfactor = 80);

-- Who leaves a list while in a funnel may have to leave that as well.
CREATE OR REPLACE FUNCTION contact_list_member_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ContactList" l SET "memberCount" = l."memberCount" - r.members
  FROM (SELECT "accountId", "listId", count(*)::int AS members FROM removed GROUP BY 1, 2) r
  WHERE l."accountId" = r."accountId" AND l.id = r."listId";
  INSERT INTO "DomainEvent" ("accountId", "type", "subjectId", "data", "createdAt")
  SELECT r."accountId", 'list_left', r."contactId", jsonb_build_object('listId', r."listId"), date_trunc('milliseconds', clock_timestamp() + coalesce(nullif(current_setting('laris.clock_offset', true), ''), '0')::interval) FROM removed r
  WHERE EXISTS (SELECT FROM "FunnelEnrolment" e WHERE e."accountId" = r."accountId" AND e."contactId" = r."contactId" AND e.status = 'active');
  RETURN NULL;
END $$;
