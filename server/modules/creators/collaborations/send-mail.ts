/** The worker's part of mails to creators. */
import type { Services } from '@/server/platform/access/context';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { languageIn } from '@/server/platform/lib/language';
import { applicationMail, creatorMail, type CreatorMail } from '@/server/platform/mail/creators';
import { applicationUrl } from '@/server/modules/creators/collaborations/application-token';
import { portalUrl } from '@/server/modules/creators/collaborations/portal-token';

interface Facts {
  name: string;
  email: string;
  version: number;
  workspace: string;
  country: string;
  about: string;
}

const findFacts = workspaceStatement<Facts, [id: string]>(
  'collaborations.mail-facts',
  `SELECT c.name, c.email, c."portalVersion" AS version, a.name AS workspace, a.country,
    coalesce(b.title, p.name) AS about
   FROM "Collaboration" c JOIN "Account" a ON a.id = c."accountId"
   LEFT JOIN "Brief" b ON b."accountId" = ${THIS_WORKSPACE} AND b.id = c."campaignId"
     LEFT JOIN "Program" p ON p."accountId" = ${THIS_WORKSPACE} AND p.id = c."programId"
   WHERE c."accountId" = $1 AND c.id = $2
     AND NOT EXISTS (SELECT FROM "CreatorOptOut" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o.email = c.email)`,
);

/** Sends a waiting mail to a creator. @throws Error when the mail server refuses; the job is then tried again */
export async function sendCreatorMail(
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
  db: WorkspaceDb,
  { collaborationId, kind, text }: { collaborationId: string; kind: CreatorMail; text: string | null },
): Promise<void> {
  if (mail === null) return;
  const [facts] = await db.rows(findFacts, collaborationId);
  if (facts === undefined) return;
  const { email, version, country, ...said } = facts;
  const portal = portalUrl(settings, { accountId: db.accountId, id: collaborationId, version });
  await mail.send(
    email,
    creatorMail(languageIn(country), kind, { ...said, text, portal, stop: `${portal}?mails=stop` }),
  );
}

/** Also finds people who stopped these mails, because they have just applied and need this mail. */
const findApplication = workspaceStatement<Omit<Facts, 'version'>, [id: string]>(
  'collaborations.application-facts',
  `SELECT p.name, p.email, a.name AS workspace, a.country, coalesce(b.title, g.name) AS about
   FROM "Application" p JOIN "Account" a ON a.id = p."accountId"
   LEFT JOIN "Brief" b ON b."accountId" = ${THIS_WORKSPACE} AND b.id = p."campaignId"
     LEFT JOIN "Program" g ON g."accountId" = ${THIS_WORKSPACE} AND g.id = p."programId"
   WHERE p."accountId" = $1 AND p.id = $2 AND p."becameId" IS NULL`,
);

/**
 * Sends the mail that confirms an application. @throws Error when the mail server refuses; the job is then tried again
 */
export async function sendApplicationMail(
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
  db: WorkspaceDb,
  applicationId: string,
): Promise<void> {
  if (mail === null) return;
  const [facts] = await db.rows(findApplication, applicationId);
  if (facts === undefined) return;
  const { email, country, ...said } = facts;
  const link = applicationUrl(settings, { accountId: db.accountId, id: applicationId });
  await mail.send(email, applicationMail(languageIn(country), { ...said, link }));
}
