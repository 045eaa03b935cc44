'use client';
import { useTranslations } from 'next-intl';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { problemOf } from '@/components/ui/problem';

interface Props {
  what: 'link' | 'attribution';
  /** The list it would be in. */
  list: string;
  error: unknown;
  onRetry: () => void;
}

/** In the place of what is not there, or could not be read. */
export function Unavailable({ what, list, error, onRetry }: Props) {
  const t = useTranslations(`referrals.${what}.gone`);
  if (problemOf(error).code !== 'NOT_FOUND') return <ErrorNotice error={error} act="read" onRetry={onRetry} />;
  return (
    <MessagePage title={t('title')} action={<LinkButton href={list}>{t('action')}</LinkButton>}>
      <p>{t('message')}</p>
    </MessagePage>
  );
}
