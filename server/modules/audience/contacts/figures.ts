/** The numbers above the list of contacts: all read from tallies and small indexes. */
import type * as z from 'zod';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import type { figuresOutput } from '@/server/modules/audience/contacts/schema';
import { monthOf } from '@/server/platform/lib/calendar';

const findFigures = workspaceStatement<
  { total: number; createdThisMonth: number; email: number; sms: number; whatsapp: number },
  [month: string]
>(
  'contacts.figures',
  `SELECT coalesce((SELECT sum(t.created - t.erased) FROM "ContactTally" t WHERE t."accountId" = $1), 0)::int AS total,
     coalesce((SELECT t.created FROM "ContactTally" t WHERE t."accountId" = $1 AND t.month = $2),
       0) AS "createdThisMonth",
     (SELECT count(*)::int FROM "Suppression" s WHERE s."accountId" = $1 AND s.family = 'email') AS email,
     (SELECT count(*)::int FROM "Suppression" s WHERE s."accountId" = $1 AND s.family = 'sms') AS sms,
     (SELECT count(*)::int FROM "Suppression" s WHERE s."accountId" = $1 AND s.family = 'whatsapp') AS whatsapp`,
);

export async function figures(db: WorkspaceDb): Promise<z.output<typeof figuresOutput>> {
  const [[row], plan] = await Promise.all([db.rows(findFigures, monthOf(db.now)), readEffectivePlan(db)]);
  return {
    total: row?.total ?? 0,
    createdThisMonth: row?.createdThisMonth ?? 0,
    monthlyLimit: plan.contacts,
    suppressed: { email: row?.email ?? 0, sms: row?.sms ?? 0, whatsapp: row?.whatsapp ?? 0 },
  };
}
