-- AlterTable
ALTER TABLE "ContactList" ADD COLUMN     "public" BOOLEAN NOT NULL DEFAULT false;
