-- The table becomes the first partition of a new one of its name, with its rows, indexes and foreign key as they are: only
-- the catalogue is written. The worker makes a partition for each month from there on (server/jobs/months.ts).
DO $$
DECLARE
  bound text;
  old text;
  index_name text;
  policy record;
BEGIN
  PERFORM lock_briefly('"WebhookDelivery"', '"WebhookEndpoint"', '"WebhookDelivery_rest"');
  bound := (SELECT substring(pg_get_constraintdef(oid) from '''(c[0-9a-f]{9})''') FROM pg_constraint WHERE conrelid = '"WebhookDelivery"'::regclass AND conname = 'WebhookDelivery_month');
  old := 'WebhookDelivery_before_' || to_char(to_timestamp((('x' || lpad(substr(bound, 2), 16, '0'))::bit(64)::bigint << 6) / 1000) AT TIME ZONE 'UTC', 'YYYY_MM');

  FOR index_name IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = '"WebhookDelivery"'::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index_name, left(replace(index_name, 'WebhookDelivery', old), 63));
  END LOOP;
  EXECUTE format('ALTER TABLE "WebhookDelivery" RENAME TO %I', old);

  EXECUTE format('CREATE TABLE "WebhookDelivery" (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (id)', old);
  ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("accountId", "id");
  CREATE INDEX "WebhookDelivery_accountId_createdAt_id_idx" ON "WebhookDelivery" ("accountId", "createdAt", "id");
  CREATE INDEX "WebhookDelivery_accountId_endpointId_createdAt_id_status_idx" ON "WebhookDelivery" ("accountId", "endpointId", "createdAt", "id", "status");
  CREATE INDEX "WebhookDelivery_endpointId_claimableAt_idx" ON "WebhookDelivery" ("accountId", "endpointId", "claimableAt") WHERE "claimableAt" IS NOT NULL;
  CREATE INDEX "WebhookDelivery_failed_idx" ON "WebhookDelivery" ("accountId", "endpointId", "createdAt", "id") WHERE "status" = 'failed';
  ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_accountId_endpointId_fkey"
    FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint" ("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

  -- Its check is the partition's bound, so that no row is read.
  EXECUTE format('ALTER TABLE "WebhookDelivery" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', old, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT "WebhookDelivery_month"', old);

  -- Nobody could see these meanwhile, so their endpoint may be gone.
  DELETE FROM "WebhookDelivery_rest" r WHERE NOT EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e."accountId" = r."accountId" AND e.id = r."endpointId");
  ALTER TABLE "WebhookDelivery" ATTACH PARTITION "WebhookDelivery_rest" DEFAULT;

  -- Who may see what is said of the whole, never of a part.
  FOR policy IN SELECT polname AS name, pg_get_expr(polqual, polrelid) AS rule FROM pg_policy WHERE polrelid = format('%I', old)::regclass LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy.name, old);
    EXECUTE format('CREATE POLICY %I ON "WebhookDelivery" USING (%s)', policy.name, policy.rule);
  END LOOP;
END $$;

-- What a partition is made with stands at the one that takes the rest; the worker gives it to each month.
ALTER TABLE "WebhookDelivery_rest" SET (fillfactor = 85, autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000);
ALTER TABLE "WebhookDelivery_rest" ALTER COLUMN "accountId" SET (n_distinct = 1);
-- Of the whole, as of each (20261122090000_plans_with_old_statistics).
ALTER TABLE ONLY "WebhookDelivery" ALTER COLUMN "accountId" SET (n_distinct = 1, n_distinct_inherited = 1);
