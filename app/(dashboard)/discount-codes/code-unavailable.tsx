'use client';
import { useTranslations } from 'next-intl';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { problemOf } from '@/components/ui/problem';

/** In the place of a code that is not there, or could not be read. */
export function CodeUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('discountCodes.detail.gone');
  if (problemOf(error).code !== 'NOT_FOUND') return <ErrorNotice error={error} act="read" onRetry={onRetry} />;
  return (
    <MessagePage title={t('title')} action={<LinkButton href="/discount-codes">{t('action')}</LinkButton>}>
      <p>{t('message')}</p>
    </MessagePage>
  );
}
