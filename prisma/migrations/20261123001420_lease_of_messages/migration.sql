-- AlterTable
ALTER TABLE "MarketingMessage" ADD COLUMN     "leasedUntil" TIMESTAMPTZ(3);

-- A message is written three times on its way: taken, marked, ended. The first two change no indexed column, so with room
-- on the row's page they leave the five indexes alone. All rows of a page are taken at once, so half of it is left free.
ALTER TABLE "MarketingMessage" SET (fillfactor = 50);
