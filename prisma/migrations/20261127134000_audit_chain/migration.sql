-- CreateTable
CREATE TABLE "AuditLink" (
    "accountId" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "entryId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "AuditLink_pkey" PRIMARY KEY ("accountId","position")
);

-- CreateTable
CREATE TABLE "AuditPending" (
    "accountId" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "entryId" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuditPending_pkey" PRIMARY KEY ("accountId","entryId")
);

-- CreateTable
CREATE TABLE "AuditBackfill" (
    "accountId" TEXT NOT NULL,
    "linkedUntil" TIMESTAMPTZ(3) NOT NULL,
    "entryId" TEXT NOT NULL,

    CONSTRAINT "AuditBackfill_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AuditLink_accountId_entryId_key" ON "AuditLink"("accountId", "entryId");

-- CreateIndex
CREATE INDEX "AuditPending_accountId_position_idx" ON "AuditPending"("accountId", "position");

-- A link is written once, as the entry is.
CREATE TRIGGER "AuditLink_append_only" BEFORE UPDATE OR DELETE ON "AuditLink" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "AuditLink_no_truncate" BEFORE TRUNCATE ON "AuditLink" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE "AuditLink" ENABLE ALWAYS TRIGGER "AuditLink_append_only";
ALTER TABLE "AuditLink" ENABLE ALWAYS TRIGGER "AuditLink_no_truncate";

-- Rows come and go: what is left of them is cleared by their number, not by a share of the table.
ALTER TABLE "AuditPending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Whoever writes an entry, the release before this one included, the worker finds it: in the order of the rows of the
-- statement, committed with it or not at all.
CREATE FUNCTION note_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "AuditPending" ("accountId", "entryId", "queuedAt") SELECT w."accountId", w.id, clock_timestamp() FROM written w;
  RETURN NULL;
END $$;
CREATE TRIGGER "AuditEntry_noted" AFTER INSERT ON "AuditEntry" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_audit_entries();

-- The trigger waited for everybody who was writing, so all entries without a row of AuditPending are to be seen from here
-- on. The worker links them, in small transactions.
INSERT INTO "AuditBackfill" ("accountId", "linkedUntil", "entryId") SELECT a.id, '-infinity', '' FROM "Account" a;
