-- Row-level security: each table with an "accountId" has a policy, and so has the workspace itself. They bind nobody until it
-- is switched on (ROW_SECURITY; server/migrations/row-security.ts), and then the role of requests alone: never the owner of the
-- tables, who is the worker and the operator. A table that comes later brings its policy in its own migration; a test asks for it.
-- Where no workspace is named, the setting is null or empty: no row is seen.
DO $$
DECLARE
  tenant regclass;
BEGIN
  FOR tenant IN
    SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  LOOP
    EXECUTE format('CREATE POLICY workspace ON %s USING ("accountId" = current_setting(''laris.account_id'', true))', tenant);
  END LOOP;
END $$;

CREATE POLICY workspace ON "Account" USING ("id" = current_setting('laris.account_id', true));
