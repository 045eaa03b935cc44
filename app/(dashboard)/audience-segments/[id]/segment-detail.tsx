'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconListDetails, IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useQuery, useMutation, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { ListPageSkeleton } from '@/components/ui/list-page-skeleton';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { whenOpened } from '@/components/ui/when-opened';
import classes from '@/app/(dashboard)/audience-segments/segments.module.css';
import { useConditionWords } from '@/app/(dashboard)/audience-segments/use-condition-words';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { MoreMenu } from '@/components/ui/more-menu';
import { hasName, nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useSourceWords } from '@/app/(dashboard)/contacts/use-source-words';
import { NameCell } from '@/components/ui/name-cell';
import { listedInPages } from '@/components/ui/listed';
import { TableList } from '@/components/ui/table-list';
import type { Column } from '@/components/ui/data-table';
import { None } from '@/components/ui/none';
import { contactOptions } from './segment-reads';

/** The contacts that are in the segment now, newest first. */
function SegmentContacts({ id, total }: { id: string; total: number | undefined }) {
  const t = useTranslations('audienceSegments.people');
  const sourceWords = useSourceWords();
  const list = listedInPages(useInfiniteQuery(contactOptions(useTRPC(), id)), (page) => page.data);
  const columns: Column<Contact>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: (contact) => <NameCell name={nameOf(contact)} note={hasName(contact) ? contact.email : null} />,
    },
    {
      key: 'email',
      head: t('email'),
      card: 'only',
      cell: (contact) => (hasName(contact) ? contact.email : null),
    },
    {
      key: 'phone',
      width: 11,
      head: t('phone'),
      cell: ({ phone }) => phone ?? <None />,
    },
    {
      key: 'source',
      card: 'hidden',
      priority: -1,
      head: t('source'),
      cell: ({ source }) => (source === null ? <None /> : sourceWords(source)),
    },
    {
      key: 'created',
      card: 'hidden',
      width: 10,
      head: t('created'),
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <TableList
      list={{ ...list, total }}
      none={<p className={classes.soft}>{t('none')}</p>}
      label={t('title')}
      columns={columns}
      rowHref={(contact) => `/contacts/${contact.id}`}
    />
  );
}

/** Edit, archive after a question, bring back. */
function SegmentActions({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments.actions');
  const trpc = useTRPC();
  const [asking, dialog] = useDisclosure();
  const change = useMutation(
    trpc.audienceSegments.update.mutationOptions({
      onSuccess: ({ status, name }) => {
        dialog.close();
        notifications.show({ color: 'gray', message: t(status === 'archived' ? 'archived' : 'restored', { name }) });
      },
    }),
  );
  const isArchived = segment.status === 'archived';
  return (
    <>
      <MoreMenu label={t('more')} width={200}>
        <Menu.Item
          component={Link}
          href={`/audience-segments/${segment.id}/edit`}
          leftSection={<IconPencil {...SMALL_ICON} />}
        >
          {t('edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={isArchived ? <IconArchiveOff {...SMALL_ICON} /> : <IconArchive {...SMALL_ICON} />}
          onClick={dialog.open}
        >
          {t(isArchived ? 'restore' : 'archive')}
        </Menu.Item>
      </MoreMenu>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={t(isArchived ? 'restoreTitle' : 'archiveTitle', { name: segment.name })}
        confirm={t(isArchived ? 'restore' : 'archive')}
        call={change}
        onConfirm={() => change.mutate({ id: segment.id, status: isArchived ? 'active' : 'archived' })}
      >
        {t(isArchived ? 'restoreMessage' : 'archiveMessage')}
      </ConfirmDialog>
    </>
  );
}

/** The definition as sentences. */
function DefinitionWords({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments.detail');
  const groups = useConditionWords().groupsOf(segment);
  return (
    <div className={classes.definition}>
      {groups.map(({ match, sentences }, at) => (
        <div key={at}>
          {at > 0 && <span className={classes.between}>{t(segment.definition.match === 'all' ? 'and' : 'or')}</span>}
          {sentences.length > 1 && <p className={classes.soft}>{t(match === 'all' ? 'allOf' : 'anyOf')}</p>}
          <ul>
            {sentences.map((sentence, position) => (
              <li key={position}>{sentence}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

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
