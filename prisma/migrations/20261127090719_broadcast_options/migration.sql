-- AlterTable
ALTER TABLE "Broadcast" ADD COLUMN     "localTime" TEXT,
ADD COLUMN     "perHour" INTEGER,
ADD COLUMN     "test" JSONB,
ADD COLUMN     "tracking" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "utm" JSONB;
