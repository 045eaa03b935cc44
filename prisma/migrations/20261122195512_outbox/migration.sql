-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Change" (
    "accountId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "consumer" TEXT NOT NULL,
    "listeners" TEXT[],
    "table" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "transaction" BIGINT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "Change_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "Change_accountId_subjectId_transaction_idx" ON "Change"("accountId", "subjectId", "transaction");

-- Events leave the database: it notes that rows change, and server/events says what that means. --------------------------

-- What waits of a consumer in a workspace: what was never tried first, in the order of its writing.
CREATE INDEX "Change_due_idx" ON "Change" ("accountId", "consumer", "dueAt", "id") WHERE "dueAt" IS NOT NULL;
-- Rows come and go by the thousand: what is left of them is cleared by their number, not by a share of the table.
ALTER TABLE "Change" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Who listens, and through which consumer. A consumer that is added has its own branch here.
CREATE VIEW "Listener" AS
  SELECT "accountId", 'webhooks' AS consumer, id FROM "WebhookEndpoint" WHERE active;

-- Notes the rows that a statement changed, for the consumers that somebody of their workspace listens through.
-- It knows nothing of what a change means. Arguments: the column that names the subject, which tells the rows of an
-- UPDATE apart as well; the columns that are left out; and a table with the column that names its row, for rows that are
-- not noted when they are deleted along with that one.
CREATE FUNCTION capture() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject text := TG_ARGV[0];
  left_out text[] := TG_ARGV[1]::text[];
  parents text[];
  -- The service's clock is so far ahead of the real one (server/db/client.ts).
  now timestamptz := date_trunc('milliseconds', clock_timestamp() + coalesce(nullif(current_setting('laris.clock_offset', true), ''), '0')::interval);
BEGIN
  PERFORM FROM "Listener" l WHERE l."accountId" IN (SELECT c."accountId" FROM changed c);
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO "Change" ("accountId", consumer, listeners, "table", operation, "subjectId", transaction, before, after, at, "dueAt")
    WITH rows_before AS MATERIALIZED (SELECT b."accountId", to_jsonb(b) AS doc FROM before b),
      rows_after AS MATERIALIZED (SELECT c."accountId", to_jsonb(c) AS doc FROM changed c),
      listening AS MATERIALIZED (SELECT l."accountId", l.consumer, array_agg(l.id) AS ids FROM "Listener" l WHERE l."accountId" IN (SELECT c."accountId" FROM changed c) GROUP BY 1, 2)
    SELECT l."accountId", l.consumer, l.ids, TG_TABLE_NAME, 'update', n.doc ->> subject, pg_current_xact_id()::text::bigint, o.doc - left_out, n.doc - left_out, now, 'epoch'
    FROM listening l JOIN rows_after n ON n."accountId" = l."accountId" JOIN rows_before o ON o."accountId" = n."accountId" AND o.doc ->> subject = n.doc ->> subject
    WHERE o.doc <> n.doc;
  ELSE
    IF TG_OP = 'DELETE' AND TG_NARGS > 2 THEN
      EXECUTE format('SELECT array_agg(p.id) FROM %I p WHERE (p."accountId", p.id) IN (SELECT c."accountId", c.%I FROM changed c)', TG_ARGV[2], TG_ARGV[3]) INTO parents;
      IF parents IS NULL THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO "Change" ("accountId", consumer, listeners, "table", operation, "subjectId", transaction, before, after, at, "dueAt")
    WITH rows_changed AS MATERIALIZED (SELECT c."accountId", to_jsonb(c) AS doc FROM changed c),
      listening AS MATERIALIZED (SELECT l."accountId", l.consumer, array_agg(l.id) AS ids FROM "Listener" l WHERE l."accountId" IN (SELECT c."accountId" FROM changed c) GROUP BY 1, 2)
    SELECT l."accountId", l.consumer, l.ids, TG_TABLE_NAME, lower(TG_OP), r.doc ->> subject, pg_current_xact_id()::text::bigint,
      CASE TG_OP WHEN 'DELETE' THEN r.doc - left_out END, CASE TG_OP WHEN 'INSERT' THEN r.doc - left_out END, now, 'epoch'
    FROM listening l JOIN rows_changed r ON r."accountId" = l."accountId"
    WHERE parents IS NULL OR r.doc ->> TG_ARGV[3] = ANY (parents);
  END IF;
  RETURN NULL;
END $$;

-- As resources/*/events.ts declare them; a test holds both together. Connections of a server whose EXTENSIONS name
-- webhook-delivery say so (server/db/client.ts); on all others these do nothing. A consumer that is no extension moves
-- that condition into its branch of "Listener".
DO $$
DECLARE
  t record;
  operation text;
BEGIN
  FOR t IN SELECT * FROM (VALUES
    ('Contact', '{INSERT,UPDATE,DELETE}', '{id,"{}"}'),
    ('ContactList', '{INSERT,DELETE}', '{id,"{}"}'),
    ('ContactListMember', '{INSERT,DELETE}', '{contactId,"{}",ContactList,listId}'),
    ('ChannelIntegration', '{INSERT,UPDATE}', '{id,"{credentials}"}'),
    ('ReferralAttribution', '{INSERT,UPDATE}', '{id,"{}"}'),
    ('AbandonedCartReminder', '{INSERT,UPDATE}', '{id,"{cartSnapshot}"}'),
    ('BuyerEmailPreference', '{INSERT,UPDATE}', '{id,"{}"}'),
    ('Subscription', '{INSERT,UPDATE}', '{accountId,"{}"}'),
    ('Invoice', '{INSERT,UPDATE}', '{id,"{}"}')) AS v (name, operations, arguments)
  LOOP
    FOREACH operation IN ARRAY t.operations::text[] LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', t.name || '_webhook_' || lower(operation), t.name);
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT WHEN (current_setting(''laris.webhook_delivery'', true) = ''on'') EXECUTE FUNCTION capture(%s)',
        t.name || '_capture_' || lower(operation), operation, t.name,
        CASE operation WHEN 'INSERT' THEN 'NEW TABLE AS changed' WHEN 'DELETE' THEN 'OLD TABLE AS changed' ELSE 'OLD TABLE AS before NEW TABLE AS changed' END,
        (SELECT string_agg(quote_literal(a), ', ' ORDER BY n) FROM unnest(t.arguments::text[]) WITH ORDINALITY u (a, n)));
    END LOOP;
  END LOOP;
END $$;

DROP FUNCTION webhook_contact_written(), webhook_contact_erased(), webhook_list_written(), webhook_member_written(), webhook_channel_written(),
  webhook_attribution_written(), webhook_reminder_written(), webhook_preference_written(), webhook_subscription_written(), webhook_invoice_written();
DROP FUNCTION webhook_deliveries(text, text, text, timestamptz, json);
DROP FUNCTION webhook_id(timestamptz, text), webhook_names(text), webhook_now(), webhook_instant(timestamptz);
