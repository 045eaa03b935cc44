/**
 * Opens every interactive transaction of Prisma, because Prisma's own time-outs are shorter than a wait for a lock.
 */
import type { Prisma, PrismaClient } from '@/prisma/generated/client';

/** The longest wait for a connection, in milliseconds, as for statements (server/platform/db/client.ts). */
const MAX_WAIT_MS = 3_000;
const TIMEOUT_MS = 15_000;

/**
 * Commits what `work` did, or rolls it back when `work` throws. Tables of workspaces are written by
 * WorkspaceDb.prismaTransaction instead.
 * @param timeout milliseconds until the rollback
 * @throws what `work` throws; Prisma's error when it ran out of time or found no connection, which the API answers with
 * 503 UNAVAILABLE
 */
export const prismaTransaction = <Result>(
  { prisma }: { prisma: Pick<PrismaClient, '$transaction'> },
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  timeout: number = TIMEOUT_MS,
): Promise<Result> => prisma.$transaction(work, { maxWait: MAX_WAIT_MS, timeout });
