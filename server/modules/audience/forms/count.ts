/** Figures of a form, counted by the day of its workspace (docs/contract/forms.md#figures). */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

export interface Counted {
  views?: number;
  submissions?: number;
  confirmed?: number;
  blocked?: number;
}

const add = workspaceStatement<
  never,
  [formId: string, now: Date, views: number, submissions: number, confirmed: number, blocked: number]
>(
  'forms.count',
  `INSERT INTO "FormDay" AS d ("accountId", "formId", day, views, submissions, confirmed, blocked)
   SELECT f."accountId", f.id, ($3::timestamptz AT TIME ZONE a."timeZone")::date, $4::int, $5::int, $6::int, $7::int
     FROM "Form" f JOIN "Account" a ON a.id = f."accountId" WHERE f."accountId" = $1 AND f.id = $2
   ON CONFLICT ("accountId", "formId", day) DO UPDATE SET
     views = d.views + excluded.views, submissions = d.submissions + excluded.submissions,
       confirmed = d.confirmed + excluded.confirmed, blocked = d.blocked + excluded.blocked`,
);

export async function count(
  db: Pick<StatementTx, 'rows' | 'now'>,
  formId: string,
  { views = 0, submissions = 0, confirmed = 0, blocked = 0 }: Counted,
): Promise<void> {
  await db.rows(add, formId, db.now, views, submissions, confirmed, blocked);
}
