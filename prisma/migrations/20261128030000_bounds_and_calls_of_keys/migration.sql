-- Keys that end by themselves or sign from a few networks only, and what each has called. The release before asks for neither
-- column, and takes a key for one without bounds.
ALTER TABLE "ApiKey" ADD COLUMN "expiresAt" TIMESTAMPTZ(3), ADD COLUMN "allowedIps" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "ApiKeyCall" (
    "accountId" TEXT NOT NULL,
    "apiKeyId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "ms" DOUBLE PRECISION NOT NULL,
    "requestId" TEXT NOT NULL,

    CONSTRAINT "ApiKeyCall_pkey" PRIMARY KEY ("accountId","apiKeyId","at","id")
);

CREATE POLICY workspace ON "ApiKeyCall" USING ("accountId" = current_setting('laris.account_id', true));
