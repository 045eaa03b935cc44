-- AlterTable
ALTER TABLE "ContactImport" ADD COLUMN     "sharedEmails" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "warnings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "ContactImportRefusal" ADD COLUMN     "isWarning" BOOLEAN NOT NULL DEFAULT false;
