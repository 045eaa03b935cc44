-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "shopUrl" TEXT;
