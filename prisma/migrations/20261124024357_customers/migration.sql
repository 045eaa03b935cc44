-- CreateTable
CREATE TABLE "Customer" (
    "accountId" TEXT NOT NULL,
    "externalSource" TEXT NOT NULL,
    "externalRef" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "sourceUpdatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Customer_pkey" PRIMARY KEY ("accountId","externalSource","externalRef")
);

-- CreateIndex
CREATE INDEX "Customer_accountId_contactId_idx" ON "Customer"("accountId", "contactId");

-- AddForeignKey
ALTER TABLE "Customer" ADD CONSTRAINT "Customer_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
