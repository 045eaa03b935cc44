import { getTranslations } from 'next-intl/server';
import DashboardLayout from '@/app/(dashboard)/layout';
import DashboardNotFound from '@/app/(dashboard)/not-found';
import { currentSession } from '@/app/session';
import { Brand } from '@/components/shell/brand';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

/** An address that no page has: with the menu for people who are signed in. */
export default async function NotFound() {
  const session = await currentSession();
  if (session !== null)
    return (
      <DashboardLayout>
        <DashboardNotFound />
      </DashboardLayout>
    );
  const t = await getTranslations('shell.notFound');
  return (
    <main>
      <MessagePage brand={<Brand />} title={t('title')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
        <p>{t('message')}</p>
      </MessagePage>
    </main>
  );
}
