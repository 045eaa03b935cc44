-- Webhook endpoints: since when nothing is taken, whether the owner knows, when one was switched off, and the secrets before
-- the present one that sign for another day.
ALTER TABLE "WebhookEndpoint"
  ADD COLUMN "stoppedAt" TIMESTAMPTZ(3),
  ADD COLUMN "failingSince" TIMESTAMPTZ(3),
  ADD COLUMN "warnedAt" TIMESTAMPTZ(3),
  ADD COLUMN "previousSecrets" TEXT,
  ADD COLUMN "previousSecretsUntil" TIMESTAMPTZ(3);

-- The few that fail: looked for every minute.
CREATE INDEX "WebhookEndpoint_failing_idx" ON "WebhookEndpoint" ("failingSince") WHERE active AND "failingSince" IS NOT NULL;
CREATE INDEX "WebhookEndpoint_previousSecrets_idx" ON "WebhookEndpoint" ("previousSecretsUntil") WHERE "previousSecretsUntil" IS NOT NULL;
