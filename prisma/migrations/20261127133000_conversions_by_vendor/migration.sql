-- What Prisma cannot express.

-- The worker jumps from workspace to workspace in it, for each vendor by itself.
CREATE INDEX "AdConversion_due_to_idx" ON "AdConversion" ("destination", "accountId", "dueAt") WHERE "dueAt" IS NOT NULL;
DROP INDEX "AdConversion_due_idx";

-- As PixelConversion has it. New rows are held to it at once; those that stand there are looked through without a lock that
-- purchases would wait for.
ALTER TABLE "AdConversion" ADD CONSTRAINT "AdConversion_value_check" CHECK ("isTest" OR ("value" >= 0 AND "currency" IS NOT NULL AND "valueFrom" IS NOT NULL)) NOT VALID;
ALTER TABLE "AdConversion" VALIDATE CONSTRAINT "AdConversion_value_check";
