-- CreateTable
CREATE TABLE "ContactMerge" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "keepId" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "merged" JSONB NOT NULL,
    "mergedIds" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "ContactMerge_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "ContactMergeMove" (
    "accountId" TEXT NOT NULL,
    "mergeId" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,

    CONSTRAINT "ContactMergeMove_pkey" PRIMARY KEY ("accountId","mergeId","table","key")
);

-- CreateIndex
CREATE INDEX "ContactMerge_accountId_createdAt_id_idx" ON "ContactMerge"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ContactMerge_accountId_keepId_idx" ON "ContactMerge"("accountId", "keepId");

-- AddForeignKey
ALTER TABLE "ContactMerge" ADD CONSTRAINT "ContactMerge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContactMergeMove" ADD CONSTRAINT "ContactMergeMove_accountId_mergeId_fkey" FOREIGN KEY ("accountId", "mergeId") REFERENCES "ContactMerge"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Gmail takes an address with and without dots, and whatever stands behind a plus, for the same.
CREATE INDEX "Contact_gmail_idx" ON "Contact" ("accountId", (regexp_replace(split_part("email", '@', 1), '[+].*$|[.]', '', 'g')))
  WHERE split_part("email", '@', 2) IN ('gmail.com', 'googlemail.com');
