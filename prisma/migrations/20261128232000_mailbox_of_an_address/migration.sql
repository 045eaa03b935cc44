-- What limits of mail count by, as mailboxOf in server/lib/email-address.ts. On a large installation the indexes are made before, with CONCURRENTLY.
CREATE OR REPLACE FUNCTION mailbox(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE
    WHEN p.host NOT IN ('gmail.com', 'googlemail.com') THEN coalesce(nullif(split_part(p.box, '+', 1), ''), p.box) || '@' || p.host
    ELSE replace(split_part(p.box, '+', 1), '.', '') || '@gmail.com' END
  FROM (SELECT substring(email FROM '^(.*)@') AS box, substring(email FROM '[^@]*$') AS host) p
$$;
CREATE INDEX IF NOT EXISTS "FormSubmission_mailbox_idx" ON "FormSubmission" ("accountId", mailbox(email), "askedAt") WHERE "askedAt" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "Application_mailbox_idx" ON "Application" ("accountId", mailbox(email), "createdAt");
