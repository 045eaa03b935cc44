'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';

/** While a broadcast loads, and when it cannot be had. */
export function BroadcastUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('broadcasts');
  const back = { href: '/broadcasts', label: t('title') };
  if (error !== null) {
    return (
      <>
        <PageHead title={t('detail.title')} back={back} />
        <ErrorNotice error={error} act="read" onRetry={onRetry} />
      </>
    );
  }
  return (
    <>
      <PageHead title={<Skeleton height={28} width={240} component="span" display="inline-block" />} back={back} />
      <Skeleton height={120} mb="lg" />
      <Skeleton height={280} />
    </>
  );
}
