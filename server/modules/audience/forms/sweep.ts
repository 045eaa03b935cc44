/** Time-based work on form submissions, over all workspaces (docs/contract/forms.md#confirming, #submissions). */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { keptSince } from '@/server/platform/lib/retention';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { ask, type Asked } from '@/server/modules/audience/forms/ask';
import type { FormRow } from '@/server/modules/audience/forms/rows';
import { languageOfForm, type OpenForm } from '@/server/modules/audience/forms/submit';
import { CONFIRM_DAYS, MOST_ASKED } from '@/server/modules/audience/forms/vocabulary';

const BATCH = 500;

/** Only where there is a channel by now. */
const FIND = `SELECT s."accountId", s.id FROM "FormSubmission" s
  WHERE s."confirmedAt" IS NULL AND s."toAsk" AND s."createdAt" > $1
    AND EXISTS (SELECT FROM "ChannelIntegration" h
      WHERE h."accountId" = s."accountId" AND h.status = 'active' AND h.provider LIKE 'email%')
  ORDER BY s."createdAt" LIMIT ${BATCH}`;
const FORGET = `DELETE FROM "FormSubmission" s
  WHERE s.ctid IN (SELECT o.ctid FROM "FormSubmission" o WHERE o."confirmedAt" IS NULL AND o."createdAt" < $1 LIMIT $2)`;

type Waiting = Asked &
  Pick<FormRow, 'confirmSubject' | 'confirmText' | 'language'> &
  Pick<OpenForm, 'brand' | 'country'>;

const hold = workspaceStatement<Waiting, [id: string]>(
  'forms.hold-to-ask',
  `SELECT s.id AS "submissionId", s."contactId", s.email, f."confirmSubject", f."confirmText", f.language,
    a.name AS brand, a.country
   FROM "FormSubmission" s JOIN "Form" f ON f."accountId" = $1 AND f.id = s."formId"
     JOIN "Account" a ON a.id = s."accountId"
   WHERE s."accountId" = $1 AND s.id = $2 AND s."toAsk" AND s.email IS NOT NULL FOR NO KEY UPDATE OF s SKIP LOCKED`,
);

/** Counts the submissions of the address that were asked in the last 24 hours, whichever form they came by. */
const countAsked = workspaceStatement<{ asked: number }, [email: string, now: Date]>(
  'forms.asked-lately',
  `SELECT count(*)::int AS asked FROM "FormSubmission" s
    WHERE s."accountId" = $1 AND mailbox(s.email) = mailbox($2::text)
    AND s."askedAt" > $3::timestamptz - interval '1 day'`,
);
const leave = workspaceStatement<never, [id: string]>(
  'forms.leave-unasked',
  `UPDATE "FormSubmission" s SET "toAsk" = false WHERE s."accountId" = $1 AND s.id = $2`,
);

/** Handles each submission alone, so that a failing one does not stop the others. */
export async function sweepForms(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  now: Date,
): Promise<{ asked: number; deleted: number }> {
  const { rows } = await database.pool.query<{ accountId: string; id: string }>(FIND, [
    new Date(now.getTime() - CONFIRM_DAYS * DAY_MS),
  ]);
  let failed = 0;
  for (const { accountId, id } of rows)
    await askNow(systemDb(database, accountId, now), settings, id).catch((error: unknown) => {
      failed += 1;
      log.error({ err: error, accountId, submissionId: id }, 'a confirmation could not be asked for');
    });
  const deleted = await inBatches(database.pool, FORGET, [keptSince('submissions', now)]);
  if (failed > 0) throw new Error(`${failed} confirmations could not be asked for.`);
  return { asked: rows.length, deleted };
}

/**
 * Asks for confirmation like a new submission: under the contacts lock, so that the limit of confirmations for each
 * address holds.
 */
const askNow = (db: WorkspaceDb, settings: Services['settings'], id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockContacts(tx);
    const [waiting] = await tx.rows(hold, id);
    if (waiting === undefined) return;
    const { asked } = orNotFound((await tx.rows(countAsked, waiting.email, tx.now))[0]);
    if (asked >= MOST_ASKED) return void (await tx.rows(leave, id));
    await ask(tx, settings, waiting, { brand: waiting.brand, language: languageOfForm(waiting) }, waiting);
  });
