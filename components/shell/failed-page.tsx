'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { MessagePage } from '@/components/ui/message-page';

/** A page that threw. The digest finds the error in the server's log. */
export function FailedPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const t = useTranslations('shell.failed');
  return (
    <MessagePage title={t('title')} action={<Button onClick={retry}>{t('retry')}</Button>}>
      <p>{t('message')}</p>
      {error.digest && <CopyButton value={error.digest} label={`${t('digest')} ${error.digest}`} what={error.digest} />}
    </MessagePage>
  );
}
