-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "archivedAt" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT;

-- CreateTable
CREATE TABLE "SavedBlocks" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "blocks" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SavedBlocks_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SavedBlocks_accountId_name_key" ON "SavedBlocks"("accountId", "name");

-- AddForeignKey
ALTER TABLE "SavedBlocks" ADD CONSTRAINT "SavedBlocks_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
