/** What time does to submissions of forms, over all workspaces (docs/contract/forms.md#confirming, #submissions). */
import type { Database } from '@/server/db/client';
import { stored, type Stored } from '@/server/db/stored';
import { workspaceStatement } from '@/server/db/statement';
import { systemDb } from '@/server/db/workspace';
import type { Settings } from '@/server/env';
import { ask, type Asked } from '@/server/resources/forms/ask';
import type { FormRow } from '@/server/resources/forms/rows';
import { languageOfForm, type OpenForm } from '@/server/resources/forms/submit';
import { CONFIRM_DAYS } from '@/server/resources/forms/vocabulary';
import { keptSince } from '@/server/lib/retention';

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;

/** Only where there is a channel by now. */
const FIND = `SELECT s."accountId", s.id FROM "FormSubmission" s
  WHERE s."confirmedAt" IS NULL AND s."toAsk" AND s."createdAt" > $1
    AND EXISTS (SELECT FROM "ChannelIntegration" h WHERE h."accountId" = s."accountId" AND h.status = 'active' AND h.provider LIKE 'email%')
  ORDER BY s."createdAt" LIMIT ${BATCH}`;
const FORGET = `DELETE FROM "FormSubmission" s WHERE s."confirmedAt" IS NULL AND s."createdAt" < $1`;

type Waiting = Asked &
  Pick<FormRow, 'confirmSubject' | 'confirmText' | 'language'> &
  Pick<OpenForm, 'brand' | 'country'>;

const hold = workspaceStatement<Stored<Waiting>, [id: string]>(
  'forms.hold-to-ask',
  `SELECT s.id AS "submissionId", s."contactId", s.email, f."confirmSubject", f."confirmText", f.language, a.name AS brand, a.country
   FROM "FormSubmission" s JOIN "Form" f ON f."accountId" = $1 AND f.id = s."formId" JOIN "Account" a ON a.id = s."accountId"
   WHERE s."accountId" = $1 AND s.id = $2 AND s."toAsk" AND s.email IS NOT NULL FOR NO KEY UPDATE OF s SKIP LOCKED`,
);

export async function sweepForms(
  database: Database,
  settings: Pick<Settings, 'baseUrl' | 'appSecrets'>,
  now: Date,
): Promise<{ asked: number; forgotten: number }> {
  const since = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { rows } = await database.pool.query<{ accountId: string; id: string }>(FIND, [since(CONFIRM_DAYS)]);
  for (const { accountId, id } of rows)
    await systemDb(database, accountId, now).transaction(async (tx) => {
      const [row] = await tx.rows(hold, id);
      if (row === undefined) return;
      const waiting = stored<Waiting>(row);
      await ask(tx, settings, waiting, { brand: waiting.brand, language: languageOfForm(waiting) }, waiting);
    });
  const forgotten = await database.pool.query(FORGET, [keptSince('submissions', now)]);
  return { asked: rows.length, forgotten: forgotten.rowCount ?? 0 };
}
