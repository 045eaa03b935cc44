
-- CreateTable
CREATE TABLE "SandboxShop" (
    "accountId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "state" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SandboxShop_pkey" PRIMARY KEY ("accountId","provider")
);

-- CreateTable
CREATE TABLE "SandboxShopChange" (
    "id" TEXT NOT NULL DEFAULT new_id(),
    "accountId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "change" JSONB NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SandboxShopChange_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "SandboxShopChange_accountId_provider_createdAt_id_idx" ON "SandboxShopChange"("accountId", "provider", "createdAt", "id");

-- CreateIndex
CREATE INDEX "SandboxShopChange_dueAt_idx" ON "SandboxShopChange"("dueAt");

-- AddForeignKey
ALTER TABLE "SandboxShop" ADD CONSTRAINT "SandboxShop_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SandboxShopChange" ADD CONSTRAINT "SandboxShopChange_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
