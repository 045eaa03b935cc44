import { Group } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import PlainNotFound from '@/app/not-found';
import { currentSession } from '@/app/session';
import { SearchButton } from '@/components/shell/search-button';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

export default async function NotFound() {
  const t = await getTranslations('shell.notFound');
  const session = await currentSession();
  if (!session?.accountId) return <PlainNotFound />;
  return (
    <MessagePage
      title={t('title')}
      action={
        <Group gap="xs">
          <LinkButton href="/">{t('home')}</LinkButton>
          <SearchButton>{t('search')}</SearchButton>
        </Group>
      }
    >
      <p>{t('message')}</p>
    </MessagePage>
  );
}
