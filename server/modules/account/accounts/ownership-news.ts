/** Mails both the old and the new owner that a workspace was transferred. */
import type { Services } from '@/server/platform/access/context';
import { ownershipMail, type OwnershipNews } from '@/server/platform/mail/ownership';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';

interface Recipient {
  userId: string;
  /** The other of the two owners. */
  otherId: string;
  news: OwnershipNews;
  language: MailLanguage;
}

/** Sends one mail, in the worker. A person who has left the workspace since still gets it. */
export async function sendOwnershipNews(
  { database: { prisma }, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  accountId: string,
  { userId, otherId, news, language }: Recipient,
): Promise<void> {
  const select = { name: true, email: true } as const;
  const [user, other, workspace] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId }, select }),
    prisma.user.findUnique({ where: { id: otherId }, select }),
    prisma.account.findUnique({ where: { id: accountId }, select: { name: true } }),
  ]);
  if (mail === null || user === null || other === null || workspace === null) return;
  const link = news === 'given' ? `${settings.baseUrl}/forgot-password` : `${settings.baseUrl}/settings/members`;
  await mail.send(
    user.email,
    ownershipMail(language, news, {
      name: user.name,
      other: `${other.name} (${other.email})`,
      workspace: workspace.name,
      link,
    }),
  );
}
