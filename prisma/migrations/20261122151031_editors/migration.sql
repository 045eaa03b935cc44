-- CreateTable
CREATE TABLE "LastEdit" (
    "accountId" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "editorId" TEXT,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LastEdit_pkey" PRIMARY KEY ("accountId","table","recordId")
);

-- AddForeignKey
ALTER TABLE "LastEdit" ADD CONSTRAINT "LastEdit_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
