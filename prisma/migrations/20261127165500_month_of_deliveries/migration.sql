-- WebhookDelivery becomes a table by month in four steps, none of which holds it for long (CONTRIBUTING.md, "Tables by month"):
-- a check that says up to which month the rows of today reach, its proof, the change itself, new statistics.

-- For migrations of tables that are large and in use: all of these locks or none, and whoever comes after is held up for a
-- fifth of a second at most while somebody else has one of them. Then it lets them through and tries again.
CREATE FUNCTION lock_briefly(VARIADIC tables regclass[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('lock_timeout');
  given_up timestamptz := clock_timestamp() + interval '10 minutes';
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', array_to_string(tables, ', '));
      PERFORM set_config('lock_timeout', before, true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF clock_timestamp() > given_up THEN
        RAISE 'somebody has held % for ten minutes, and nothing was changed: see pg_stat_activity, and migrate again', array_to_string(tables, ', ');
      END IF;
    END;
    PERFORM pg_sleep(0.3);
  END LOOP;
END $$;

-- The first id of an instant: ids begin with their time, 64 ms a step (new_id()). Months begin with a step.
CREATE FUNCTION first_id_of(instant timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'c' || lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint >> 6), 9, '0')
$$;

-- The month after this one is left to the rows of today: the steps may fall on both sides of its beginning.
DO $$
BEGIN
  PERFORM lock_briefly('"WebhookDelivery"');
  EXECUTE format('ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_month" CHECK (id < %L) NOT VALID',
    first_id_of(date_trunc('month', clock_timestamp(), 'UTC') + interval '2 months'));
END $$;
