-- AlterTable
ALTER TABLE "ContactImport" ADD COLUMN     "consent" TEXT;
