/** The mail about a request that a person has to answer (docs/contract/integrations.md#compliance). */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { languageIn } from '@/server/platform/lib/language';
import { dataRequestMail } from '@/server/platform/mail/data-request';
import { ANSWER_WITHIN_MS } from '@/server/modules/shops/connections/compliance/requests';

interface Facts {
  ownerEmail: string;
  owner: string;
  workspace: string;
  country: string;
  timeZone: string;
  shop: string;
  email: string | null;
  receivedAt: Date;
}

/** Reads the facts for the mail; no row when the request is answered already. */
const findFacts = workspaceStatement<Facts, [id: string]>(
  'integrations.compliance.mail',
  `SELECT u.email AS "ownerEmail", u.name AS owner, a.name AS workspace, a.country, a."timeZone",
    i."displayName" AS shop, q.email, q."receivedAt"
   FROM "PrivacyRequest" q JOIN "Integration" i ON i."accountId" = q."accountId" AND i.id = q."integrationId"
   JOIN "Account" a ON a.id = q."accountId" JOIN "Membership" m ON m."accountId" = q."accountId" AND m.role = 'owner'
     JOIN "User" u ON u.id = m."userId"
   WHERE q."accountId" = $1 AND q.id = $2 AND q."doneAt" IS NULL`,
);

/**
 * Mails a data request. Without a mail server, only Home shows the request. @throws Error when the mail server refuses;
 * the job is then tried again
 */
export async function mailDataRequest(
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
  db: WorkspaceDb,
  id: string,
): Promise<void> {
  if (mail === null) return;
  const [facts] = await db.rows(findFacts, id);
  if (facts === undefined) return;
  const { ownerEmail, country, receivedAt, ...said } = facts;
  const until = new Date(receivedAt.getTime() + ANSWER_WITHIN_MS);
  await mail.send(
    ownerEmail,
    dataRequestMail(languageIn(country), { ...said, until, link: `${settings.baseUrl}/integrations` }),
  );
}
