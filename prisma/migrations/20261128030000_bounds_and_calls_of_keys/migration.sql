-- Keys that end by themselves or sign from a few networks only, and what each has called. The release before asks for neither
-- column, and takes a key for one without bounds.
ALTER TABLE "ApiKey" ADD COLUMN "expiresAt" TIMESTAMPTZ(3), ADD COLUMN "allowedIps" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "ApiKeyCalls" (
    "accountId" TEXT NOT NULL,
    "apiKeyId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "calls" JSONB NOT NULL,

    CONSTRAINT "ApiKeyCalls_pkey" PRIMARY KEY ("accountId","apiKeyId","at","id")
);

CREATE POLICY workspace ON "ApiKeyCalls" USING ("accountId" = current_setting('laris.account_id', true));
