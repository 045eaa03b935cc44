/** Reports a change in how a person signs in, to the audit log of each of their workspaces and to their mailbox. */
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import type { Actor } from '@/server/platform/db/workspace';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { securityMail, type SecurityNews } from '@/server/platform/mail/security';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { sendSecurityNewsJob } from '@/server/modules/account/accounts/jobs';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import { auditOfPerson } from '@/server/modules/account/accounts/person-audit';

interface Recipient {
  action: string;
  news: SecurityNews;
  /** Null: the service sends none. */
  mail: object | null;
  language: MailLanguage;
  /** The person themselves unless said otherwise. */
  actor?: Pick<Actor, 'kind' | 'id'>;
  data?: Prisma.InputJsonObject;
}

/** Records the change in each workspace and mails the person, in case somebody else made the change. */
export async function mailSecurityNews(
  transaction: Transaction,
  userId: string,
  { action, news, mail, language, actor = { kind: 'session', id: userId }, data }: Recipient,
  now: Date,
): Promise<void> {
  await auditOfPerson(transaction, userId, { action, actor, ...(data && { data }) }, now);
  if (mail !== null) await enqueueForService(transaction, sendSecurityNewsJob, { userId, news, language });
}

/** The worker's part. */
export async function sendSecurityNews(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, news, language }: { userId: string; news: SecurityNews; language: MailLanguage },
): Promise<void> {
  const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { name: true, email: true } });
  if (mail === null || user === null) return;
  const link = `${settings.baseUrl}/forgot-password`;
  await mail.send(user.email, securityMail(language, news, { name: user.name, link }));
}
