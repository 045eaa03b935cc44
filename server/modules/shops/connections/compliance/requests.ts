/** People's requests for the data that a shop has about them, shown until somebody marks them as answered. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { OpenRequest } from '@/server/modules/shops/connections/compliance/requests-schema';

/** Shopify's own term: 30 days. */
export const ANSWER_WITHIN_MS = 30 * 24 * 60 * 60_000;
const MOST = 500;

const findOpen = workspaceStatement<Omit<OpenRequest, 'answerBy'>>(
  'integrations.privacy-requests',
  `SELECT q.id, q."integrationId", i."displayName" AS shop, q.email, q.phone, q."contactId", q."receivedAt", (
     SELECT count(*)::int FROM "Order" o
       WHERE o."accountId" = $1 AND o."externalSource" = i.provider || ':' || i."externalId"
       AND o."externalRef" = ANY (q."orderRefs")) AS orders
   FROM "PrivacyRequest" q JOIN "Integration" i ON i."accountId" = q."accountId" AND i.id = q."integrationId"
   WHERE q."accountId" = $1 AND q.kind = 'data_request' AND q."dueAt" IS NULL AND q."doneAt" IS NULL
     ORDER BY q."receivedAt", q.id LIMIT ${MOST}`,
);

/** Closes a request and deletes the person's data in it. */
const close = workspaceStatement<{ integrationId: string }, [id: string, now: Date]>(
  'integrations.close-privacy-request',
  `UPDATE "PrivacyRequest" q SET "doneAt" = $3::timestamptz, "customerRef" = NULL, email = NULL, phone = NULL,
    "orderRefs" = '{}', "contactId" = NULL
   WHERE q."accountId" = $1 AND q.id = $2 AND q.kind = 'data_request' AND q."dueAt" IS NULL AND q."doneAt" IS NULL
     RETURNING q."integrationId"`,
);

/** Lists the requests that nobody has answered, the oldest first. */
export async function listPrivacyRequests(db: WorkspaceDb): Promise<{ requests: OpenRequest[] }> {
  const rows = await db.rows(findOpen);
  const answerBy = (at: Date): Date => new Date(at.getTime() + ANSWER_WITHIN_MS);
  return { requests: rows.map((row) => ({ ...row, answerBy: answerBy(row.receivedAt) })) };
}

/** Marks a request as answered; a repeat changes and records nothing. @throws AppError NOT_FOUND */
export async function closePrivacyRequest(db: WorkspaceDb, id: string): Promise<{ id: string; done: true }> {
  await db.prismaTransaction(async (tx) => {
    const [closed] = await tx.rows(close, id, tx.now);
    if (closed === undefined) {
      orNotFound(
        await tx.prisma.privacyRequest.findFirst({ where: { id, kind: 'data_request' }, select: { id: true } }),
      );
      return;
    }
    await tx.audit({
      action: 'integration.close_data_request',
      targetType: 'integration',
      targetId: closed.integrationId,
      data: { requestId: id },
    });
  });
  return { id, done: true };
}
