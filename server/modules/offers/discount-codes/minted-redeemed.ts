/** The redemption of a code that a funnel minted: by it, the code's contact may reach a goal. */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { fireWithin, NEXT_POSITION } from '@/server/platform/outbox/triggers';

/**
 * SQL that fires the trigger for redemptions, within the statement that inserts them.
 * @param from SQL after FROM: redemptions as `i`, their codes as `d` with source and sourceRefId
 * @param now the parameter with the service's time
 */
export const mintedRedeemed = (from: string, now: string): string =>
  fireWithin(
    'discount_redeemed',
    `SELECT ${NEXT_POSITION} AS position, e."contactId",
      jsonb_build_object('enrolmentId', e.id, 'discountCodeId', i."discountCodeId", 'checkoutSessionId',
      i."checkoutSessionId") AS data
     FROM ${from} CROSS JOIN LATERAL (SELECT n.id, n."contactId" FROM "FunnelEnrolment" n
       WHERE n."accountId" = ${THIS_WORKSPACE} AND d.source = 'funnel' AND n.id = d."sourceRefId" OFFSET 0) e`,
    now,
  );
