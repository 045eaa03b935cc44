-- AlterTable
ALTER TABLE "ReferralProgram" ADD COLUMN     "existingCustomers" TEXT NOT NULL DEFAULT 'allow',
ADD COLUMN     "holdDays" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "review" TEXT NOT NULL DEFAULT 'off';

-- AlterTable
ALTER TABLE "ReferralAttribution" ADD COLUMN     "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "heldAt" TIMESTAMPTZ(3),
ADD COLUMN     "heldUntil" TIMESTAMPTZ(3),
ADD COLUMN     "needsReview" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "refereeAddressKey" TEXT,
ADD COLUMN     "reviewNote" TEXT,
ADD COLUMN     "reviewedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ReferralLink" ADD COLUMN     "lastEarned" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];

-- CreateTable
CREATE TABLE "ReferralRefusal" (
    "accountId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ReferralRefusal_pkey" PRIMARY KEY ("accountId","day","reason")
);

-- AddForeignKey
ALTER TABLE "ReferralRefusal" ADD CONSTRAINT "ReferralRefusal_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

-- The queue of a workspace, and what the worker rewards when its time is over.
CREATE INDEX "ReferralAttribution_held_idx" ON "ReferralAttribution" ("accountId", "heldAt", id) WHERE status = 'pending' AND "heldAt" IS NOT NULL;
CREATE INDEX "ReferralAttribution_due_idx" ON "ReferralAttribution" ("heldUntil") WHERE status = 'pending' AND "heldAt" IS NOT NULL AND NOT "needsReview";
-- What was decided, the newest first.
CREATE INDEX "ReferralAttribution_reviewed_idx" ON "ReferralAttribution" ("accountId", "reviewedAt", id) WHERE "reviewedAt" IS NOT NULL;
-- Which sign-ups of a link were of one address.
CREATE INDEX "ReferralAttribution_address_idx" ON "ReferralAttribution" ("accountId", "linkId", "refereeAddressKey") WHERE "refereeAddressKey" IS NOT NULL;
