-- AlterTable
ALTER TABLE "ContactImport" ADD COLUMN     "kept" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "removed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "restored" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undoneAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ContactImportChange" (
    "accountId" TEXT NOT NULL,
    "importId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "isNew" BOOLEAN NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContactImportChange_pkey" PRIMARY KEY ("accountId","importId","contactId")
);

-- CreateIndex
CREATE INDEX "ContactImportChange_accountId_contactId_idx" ON "ContactImportChange"("accountId", "contactId");

-- AddForeignKey
ALTER TABLE "ContactImportChange" ADD CONSTRAINT "ContactImportChange_accountId_importId_fkey" FOREIGN KEY ("accountId", "importId") REFERENCES "ContactImport"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
