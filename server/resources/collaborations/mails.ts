/** Mails to creators (docs/contract/collaborations.md#mails): one of a kind in 15 minutes, none to who stopped them. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import type { Settings } from '@/server/env';
import { enqueue } from '@/server/jobs/enqueue';
import type { CreatorMail } from '@/server/mail/creators';
import { mailCreatorJob } from '@/server/resources/collaborations/jobs';
import type { Mailed } from '@/server/resources/collaborations/vocabulary';

const EVERY_MINUTES = 15;

/** Nothing comes back where one of the kind was asked for a moment ago, or they want none. */
const note = workspaceStatement<{ id: string }, [id: string, kind: string, now: Date]>(
  'collaborations.note-mail',
  `UPDATE "Collaboration" c SET mailed = c.mailed || jsonb_build_object($3::text, to_char($4::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   WHERE c."accountId" = $1 AND c.id = $2 AND coalesce((c.mailed ->> $3::text)::timestamptz <= $4::timestamptz - interval '${EVERY_MINUTES} minutes', true)
     AND NOT EXISTS (SELECT FROM "CreatorOptOut" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o.email = c.email)
   RETURNING c.id`,
);

/** In the transaction of what it tells of. @param text what the merchant wrote; null: nothing */
export async function mailCreator(
  tx: StatementTx,
  { mail }: Pick<Settings, 'mail'>,
  collaborationId: string,
  kind: CreatorMail,
  text: string | null = null,
): Promise<Mailed> {
  if (mail === null) return 'not_configured';
  const [noted] = await tx.rows(note, collaborationId, kind, tx.now);
  if (noted !== undefined) await enqueue(tx, mailCreatorJob, { collaborationId, kind, text });
  return 'queued';
}

/** The answer of what is done already: nothing is sent for it. */
export const mailedAlready = ({ mail }: Pick<Settings, 'mail'>): Mailed =>
  mail === null ? 'not_configured' : 'queued';
