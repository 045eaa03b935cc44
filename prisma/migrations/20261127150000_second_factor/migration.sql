-- CreateTable
CREATE TABLE "SecondFactor" (
    "userId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "lastStep" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "enabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "userId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId","codeHash")
);

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "SecondFactor"("userId") ON DELETE CASCADE ON UPDATE CASCADE;
