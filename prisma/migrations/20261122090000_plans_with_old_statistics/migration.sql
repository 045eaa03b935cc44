-- A workspace of which PostgreSQL's statistics do not know yet may have any number of rows (server/db/statement.ts).

-- Wherever the planner does not know which workspace is asked for, it counts on one that is all of the table, and so
-- never takes an index on the workspace alone where there is one that has more of the condition.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Contact', 'ContactListMember', 'Suppression', 'MarketingMessage', 'AbandonedCartReminder', 'BuyerEmailPreference',
    'DiscountCode', 'DiscountRedemption', 'ReferralLink', 'ReferralAttribution', 'PixelConversion', 'WebhookDelivery'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "accountId" SET (n_distinct = 1)', name);
    -- Statistics are taken anew within a minute of an import, not only when the table of all workspaces grew by a tenth.
    EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 2000)', name);
    -- The setting holds for statistics that are taken from now on.
    EXECUTE format('ANALYZE %I', name);
  END LOOP;
END $$;
