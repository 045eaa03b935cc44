/**
 * Mails to creators (docs/contract/collaborations.md#mails): one mail of a kind in 15 minutes, and none to creators who
 * stopped these mails. A mail that is asked for sooner waits.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { CreatorMail } from '@/server/platform/mail/creators';
import { mailCreatorJob } from '@/server/modules/creators/collaborations/jobs';
import type { Mailed } from '@/server/modules/creators/collaborations/vocabulary';

const EVERY_MINUTES = 15;

/**
 * Sets when a mail is sent: at once, or 15 minutes after the last mail of its kind, together with others that already
 * wait. Returns no row for a creator who stopped these mails.
 */
const note = workspaceStatement<{ at: Date }, [id: string, kind: string, now: Date]>(
  'collaborations.note-mail',
  `UPDATE "Collaboration" c SET mailed = c.mailed || jsonb_build_object($3::text,
    to_char(w.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   FROM (SELECT o.id, greatest($4::timestamptz, CASE WHEN l.last > $4::timestamptz THEN l.last
     ELSE l.last + interval '${EVERY_MINUTES} minutes' END) AS at
     FROM "Collaboration" o CROSS JOIN LATERAL (SELECT (o.mailed ->> $3::text)::timestamptz AS last) l
       WHERE o."accountId" = ${THIS_WORKSPACE} AND o.id = $2 FOR NO KEY UPDATE OF o) w
   WHERE c."accountId" = $1 AND c.id = w.id
     AND NOT EXISTS (SELECT FROM "CreatorOptOut" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o.email = c.email)
   RETURNING w.at`,
);

/**
 * Queues the mail, in the transaction of the change that it reports. @param text what the merchant wrote; null: nothing
 */
export async function mailCreator(
  tx: StatementTx,
  { mail }: Pick<Settings, 'mail'>,
  collaborationId: string,
  kind: CreatorMail,
  text: string | null = null,
): Promise<Mailed> {
  if (mail === null) return 'not_configured';
  const [noted] = await tx.rows(note, collaborationId, kind, tx.now);
  if (noted === undefined) return 'queued';
  const waits = noted.at > tx.now;
  // Those that wait are one mail, of the newest; the one that is under way is another job.
  const key = `${mailCreatorJob.key({ collaborationId, kind, text }, tx.accountId)}${waits ? ':later' : ''}`;
  await enqueue(tx, mailCreatorJob, { collaborationId, kind, text }, { key, ...(waits && { runAt: noted.at }) });
  return 'queued';
}

/** Returns the answer to a request that changes nothing, because it was done before: no mail is sent. */
export const mailedAlready = ({ mail }: Pick<Settings, 'mail'>): Mailed =>
  mail === null ? 'not_configured' : 'queued';
