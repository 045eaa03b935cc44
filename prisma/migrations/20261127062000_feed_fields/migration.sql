-- AlterTable
ALTER TABLE "FeedProduct" ADD COLUMN     "additionalImages" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "ageGroup" TEXT,
ADD COLUMN     "color" TEXT,
ADD COLUMN     "condition" TEXT,
ADD COLUMN     "gender" TEXT,
ADD COLUMN     "gtin" TEXT,
ADD COLUMN     "itemGroupId" TEXT,
ADD COLUMN     "mpn" TEXT,
ADD COLUMN     "salePrice" BIGINT,
ADD COLUMN     "salePriceFrom" TIMESTAMPTZ(3),
ADD COLUMN     "salePriceTo" TIMESTAMPTZ(3),
ADD COLUMN     "shippingWeight" TEXT,
ADD COLUMN     "size" TEXT;

-- CreateTable
CREATE TABLE "FeedCategoryRule" (
    "accountId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "match" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "googleCategory" TEXT NOT NULL,

    CONSTRAINT "FeedCategoryRule_pkey" PRIMARY KEY ("accountId","position")
);

-- AddForeignKey
ALTER TABLE "FeedCategoryRule" ADD CONSTRAINT "FeedCategoryRule_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows Prisma cannot express.

-- Other rules are another feed.
CREATE TRIGGER "FeedCategoryRule_insert" AFTER INSERT ON "FeedCategoryRule" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedCategoryRule_update" AFTER UPDATE ON "FeedCategoryRule" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
CREATE TRIGGER "FeedCategoryRule_delete" AFTER DELETE ON "FeedCategoryRule" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed();
