import { getTranslations } from 'next-intl/server';
import { Brand } from '@/components/shell/brand';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

export default async function NotFound() {
  const t = await getTranslations('shell.notFound');
  return (
    <main>
      <MessagePage brand={<Brand />} title={t('title')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
        <p>{t('message')}</p>
      </MessagePage>
    </main>
  );
}
