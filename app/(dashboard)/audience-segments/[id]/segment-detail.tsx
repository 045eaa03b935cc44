'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { ListPageSkeleton } from '@/components/ui/list-page-skeleton';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { whenOpened } from '@/components/ui/when-opened';
import { DefinitionWords } from './definition-words';
import { SegmentActions } from './segment-actions';
import { SegmentContacts } from './segment-contacts';
import classes from '@/app/(dashboard)/audience-segments/segments.module.css';

const ToListDrawer = whenOpened(async () => (await import('./to-list-drawer')).ToListDrawer);

/** One segment: what it asks, how many it finds now, and who they are. */
export function SegmentDetail({ id }: { id: string }) {
  const t = useTranslations('audienceSegments.gone');
  const query = useQuery(useTRPC().audienceSegments.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/audience-segments', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ListPageSkeleton />}>
      {(segment) => <About segment={segment} />}
    </DetailPage>
  );
}

function About({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments');
  const format = useFormat();
  const wordsOf = useSegmentWords();
  const [making, drawer] = useDisclosure();
  const count = useQuery(useTRPC().audienceSegments.count.queryOptions({ id: segment.id }));
  const { name, description } = wordsOf(segment);
  const path = `/api/v1/audience-segments/${segment.id}` as const;
  return (
    <>
      <PageHead
        title={name}
        lead={description ?? undefined}
        back={{ href: '/audience-segments', label: t('title') }}
        aside={
          segment.status === 'archived' ? (
            <Status kind="off">{t('statuses.archived')}</Status>
          ) : segment.kind === 'system' ? (
            <span className={classes.soft}>{t('kinds.system')}</span>
          ) : undefined
        }
        action={
          <div className={classes.actions}>
            {segment.kind === 'custom' && <SegmentActions segment={segment} />}
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload {...ICON} />}
              href={`/api/v1/contacts/export?segmentId=${segment.id}`}
              download
            >
              {t('detail.export')}
            </Button>
            <Button leftSection={<IconListDetails {...ICON} />} onClick={drawer.open}>
              {t('toList.open')}
            </Button>
          </div>
        }
      />
      <div className={classes.facts}>
        <Panel title={t('detail.count')}>
          {count.isError ? (
            <ErrorNotice error={count.error} act="read" onRetry={() => void count.refetch()} />
          ) : (
            <output className={classes.total} aria-live="polite">
              <strong>
                {count.data
                  ? format.number(count.data.count)
                  : segment.lastCount === null
                    ? '–'
                    : format.number(segment.lastCount)}
              </strong>
              <span className={classes.soft}>
                {count.data ? <RelativeTime value={count.data.countedAt} /> : t('detail.counting')}
              </span>
            </output>
          )}
          <Button variant="default" size="xs" loading={count.isFetching} onClick={() => void count.refetch()}>
            {t('countNow')}
          </Button>
        </Panel>
        <Panel title={t('detail.who')}>
          <DefinitionWords segment={segment} />
        </Panel>
      </div>
      <h2 className={classes.heading}>{t('detail.people')}</h2>
      <SegmentContacts id={segment.id} total={count.data?.count} />
      <CurlButton
        title={t('api.oneTitle')}
        requests={[
          { title: t('api.count'), method: 'GET', path: `${path}/count` as const },
          { title: t('api.contacts'), method: 'GET', path: `${path}/contacts` as const, query: 'limit=100' },
          { title: t('api.toList'), method: 'POST', path: `${path}/to-list` as const, body: { name } },
        ]}
      />
      <ToListDrawer segment={segment} opened={making} onClose={drawer.close} />
    </>
  );
}
