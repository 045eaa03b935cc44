-- The trigger capture() reads this view as whoever writes. With row-level security that is the role of requests, which the
-- policies bind: a view that reads as its owner would lead past them. Who writes holds a lock on the view for a transaction.
DO $$
BEGIN
  PERFORM lock_briefly('"Listener"');
  ALTER VIEW "Listener" SET (security_invoker = true);
END $$;
