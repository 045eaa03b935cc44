-- Changes are noted unless a session says no (laris.webhook_delivery = off): where a pooler drops what a session is told,
-- as it does with DATABASE_DIRECT_URL, no event is lost. Servers without the extension webhook-delivery say off.
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT pg_get_triggerdef(g.oid) AS definition FROM pg_trigger g
    JOIN pg_proc p ON p.oid = g.tgfoid AND p.proname = 'capture' JOIN pg_class c ON c.oid = g.tgrelid
    WHERE g.tgparentid = 0 AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, g.tgname
  LOOP
    EXECUTE replace(
      replace(t.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
      $sql$(current_setting('laris.webhook_delivery'::text, true) = 'on'::text)$sql$,
      $sql$(current_setting('laris.webhook_delivery'::text, true) IS DISTINCT FROM 'off'::text)$sql$);
  END LOOP;
END $$;
