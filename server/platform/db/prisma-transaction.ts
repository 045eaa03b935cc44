/** Every interactive transaction of Prisma's is opened here: its own time-outs are shorter than a wait for a lock. */
import type { Prisma, PrismaClient } from '@/prisma/generated/client';

/** The longest wait for a connection, in milliseconds, as for statements (server/platform/db/client.ts). */
const MAX_WAIT_MS = 3_000;
const TIMEOUT_MS = 15_000;

/**
 * Commits what `work` did, or rolls it back when it throws. Tables of workspaces are written by
 * WorkspaceDb.prismaTransaction.
 * @param timeout milliseconds until it is rolled back
 * @throws what `work` throws; Prisma's error where it ran out of time or found no connection, which is 503 UNAVAILABLE
 * at the doors
 */
export const prismaTransaction = <Result>(
  { prisma }: { prisma: Pick<PrismaClient, '$transaction'> },
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  timeout: number = TIMEOUT_MS,
): Promise<Result> => prisma.$transaction(work, { maxWait: MAX_WAIT_MS, timeout });
