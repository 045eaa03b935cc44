-- AlterTable
ALTER TABLE "BlogPost" ADD COLUMN     "locale" TEXT,
ADD COLUMN     "translationGroup" TEXT;

-- CreateTable
CREATE TABLE "PostRevision" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "postId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actorKind" TEXT,
    "actorId" TEXT,
    "changed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "restoredFrom" INTEGER,
    "title" TEXT NOT NULL,
    "excerpt" TEXT,
    "body" TEXT NOT NULL,
    "coverImage" TEXT,
    "authorName" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metaTitle" TEXT,
    "metaDescription" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PostRevision_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "PostWorkingCopy" (
    "accountId" TEXT NOT NULL,
    "postId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "ofVersion" TIMESTAMPTZ(3) NOT NULL,
    "base" JSONB NOT NULL,
    "values" JSONB NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PostWorkingCopy_pkey" PRIMARY KEY ("accountId","postId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "PostRevision_accountId_postId_number_key" ON "PostRevision"("accountId", "postId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "BlogPost_accountId_translationGroup_locale_key" ON "BlogPost"("accountId", "translationGroup", "locale");

-- AddForeignKey
ALTER TABLE "PostRevision" ADD CONSTRAINT "PostRevision_accountId_postId_fkey" FOREIGN KEY ("accountId", "postId") REFERENCES "BlogPost"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PostWorkingCopy" ADD CONSTRAINT "PostWorkingCopy_accountId_postId_fkey" FOREIGN KEY ("accountId", "postId") REFERENCES "BlogPost"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows Prisma cannot express.

ALTER TABLE "PostRevision"
  ALTER COLUMN "changed" SET NOT NULL,
  ALTER COLUMN "tags" SET NOT NULL,
  ADD CONSTRAINT "PostRevision_kind_check" CHECK ("kind" IN ('save', 'autosave', 'restore'));
-- A translation is one into some language. There are no rows with a group yet, so nobody waits for the check.
ALTER TABLE "BlogPost" ADD CONSTRAINT "BlogPost_translationGroup_check" CHECK ("translationGroup" IS NULL OR "locale" IS NOT NULL) NOT VALID;
ALTER TABLE "BlogPost" VALIDATE CONSTRAINT "BlogPost_translationGroup_check";
