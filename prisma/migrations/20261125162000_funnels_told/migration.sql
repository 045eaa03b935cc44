-- Steps change enrolments often, in columns that no event needs: what differs in nothing else is not noted.
CREATE OR REPLACE FUNCTION capture() RETURNS trigger LANGUAGE plpgsql AS $$
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
    WITH rows_before AS MATERIALIZED (SELECT b."accountId", to_jsonb(b) - left_out AS doc FROM before b),
      rows_after AS MATERIALIZED (SELECT c."accountId", to_jsonb(c) - left_out AS doc FROM changed c),
      listening AS MATERIALIZED (SELECT l."accountId", l.consumer, array_agg(l.id) AS ids FROM "Listener" l WHERE l."accountId" IN (SELECT c."accountId" FROM changed c) GROUP BY 1, 2)
    SELECT l."accountId", l.consumer, l.ids, TG_TABLE_NAME, 'update', n.doc ->> subject, pg_current_xact_id()::text::bigint, o.doc, n.doc, now, 'epoch'
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

CREATE TRIGGER "Funnel_capture_update" AFTER UPDATE ON "Funnel" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{definition,draft}');
CREATE TRIGGER "FunnelEnrolment_capture_insert" AFTER INSERT ON "FunnelEnrolment" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{stepId,stepSince,waitingFor,dueAt,passed,heard,lastSentStepId,attempts,error}');
CREATE TRIGGER "FunnelEnrolment_capture_update" AFTER UPDATE ON "FunnelEnrolment" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('laris.webhook_delivery', true) = 'on') EXECUTE FUNCTION capture('id', '{stepId,stepSince,waitingFor,dueAt,passed,heard,lastSentStepId,attempts,error}');

-- Figures over all funnels: who reached the goal by when they entered, and messages by when they were handed over.
CREATE INDEX "FunnelEnrolment_converted_idx" ON "FunnelEnrolment" ("accountId", "enteredAt") WHERE "goalAt" IS NOT NULL;
CREATE INDEX "MarketingMessage_funnel_sent_idx" ON "MarketingMessage" ("accountId", "sentAt") WHERE "funnelId" IS NOT NULL AND "sentAt" IS NOT NULL;
-- Codes that funnels minted, newest first: there may be few among many.
CREATE INDEX "DiscountCode_minted_idx" ON "DiscountCode" ("accountId", "createdAt", "id") WHERE "source" = 'funnel';
