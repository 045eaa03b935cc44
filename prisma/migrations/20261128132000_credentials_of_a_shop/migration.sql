-- What a shop told of an installation before these credentials does not touch them. Null: they are older than this column.
ALTER TABLE "Integration" ADD COLUMN "credentialsAt" TIMESTAMPTZ(3);
