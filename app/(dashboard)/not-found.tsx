import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

/** Inside the frame: an id that does not exist, or no longer does. */
export default async function NotFound() {
  const t = await getTranslations('shell.notFound');
  return (
    <MessagePage title={t('title')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
      <p>{t('message')}</p>
    </MessagePage>
  );
}
