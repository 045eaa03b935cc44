-- CreateTable
CREATE TABLE "BroadcastPace" (
    "accountId" TEXT NOT NULL,
    "broadcastId" TEXT NOT NULL,
    "nextAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "BroadcastPace_pkey" PRIMARY KEY ("accountId","broadcastId")
);
