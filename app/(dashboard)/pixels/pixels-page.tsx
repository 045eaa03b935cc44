'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Conversions } from './conversions';
import { PixelForm } from './pixel-form';
import { Skeleton, Stack } from '@mantine/core';
import classes from './pixels.module.css';

/** The page before its row is there. */
function PixelsSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton component="span" display="block" height={24} width={120} my={4} />} />
      <div className={classes.columns}>
        <Stack gap="lg">
          {[40, 64, 64, 64, 64, 64].map((height, at) => (
            <Skeleton key={at} height={height} />
          ))}
        </Stack>
        <Skeleton height={420} />
      </div>
    </div>
  );
}

/** The pixels of the workspace: their ids and secrets, what the shop pastes, and what Meta was told. */
export function PixelsPage() {
  const t = useTranslations('pixels');
  const account = useArrivedAccount();
  const query = useQuery(useTRPC().pixels.get.queryOptions());
  const pixels = query.data;
  if (pixels === undefined) {
    if (!query.isError) return <PixelsSkeleton />;
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      </>
    );
  }
  const accountId = account?.workspace?.id ?? '';
  return (
    <>
      <PixelForm pixels={pixels} accountId={accountId} plan={account?.workspace?.plan} />
      <Conversions pixels={pixels} />
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), help: t('api.getHelp'), method: 'GET', path: '/api/v1/pixels' },
          {
            title: t('api.update'),
            help: t('api.updateHelp'),
            method: 'PATCH',
            path: '/api/v1/pixels',
            body: { analyticsId: 'G-AB12CD34EF' },
          },
          {
            title: t('api.conversions'),
            help: t('api.conversionsHelp'),
            method: 'GET',
            path: '/api/v1/pixels/conversions',
            query: 'status=failed',
          },
        ]}
      />
    </>
  );
}
