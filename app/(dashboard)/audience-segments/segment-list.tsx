'use client';
import { IconFilter, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { useFormat } from '@/components/ui/format';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { Status } from '@/components/ui/status';
import { useAddress } from '@/components/ui/use-address';
import type { Segment } from './segment';
import { DEFAULTS, listOptions, SHOWN, showOf } from './segment-address';
import { useSegmentWords } from './use-segment-words';
import classes from './segments.module.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { RelativeTime } from '@/components/ui/date-time';

/** The number of contacts in the segment when it was last counted, and a button that counts now. */
function LastCount({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments');
  const format = useFormat();
  const client = useTRPCClient();
  const { name } = useSegmentWords()(segment);
  const count = useMutation({
    mutationFn: () => client.audienceSegments.count.query({ id: segment.id }),
    meta: { touches: ['audienceSegments'] },
  });
  return (
    <span className={classes.count}>
      <span className={classes.figure}>
        {segment.lastCount === null ? (
          <span className={classes.soft}>{t('notCounted')}</span>
        ) : (
          <strong>{format.number(segment.lastCount)}</strong>
        )}
        {segment.lastCountedAt !== null && (
          <span className={classes.soft}>
            <RelativeTime value={segment.lastCountedAt} />
          </span>
        )}
      </span>
      <Tooltip label={t('countNow')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          loading={count.isPending}
          aria-label={t('countOne', { name })}
          onClick={(event) => {
            event.stopPropagation();
            count.mutate();
          }}
        >
          <IconRefresh {...SMALL_ICON} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

/** The definition in the commands of “Copy as curl”. */
const EXAMPLE_DEFINITION = {
  match: 'all',
  groups: [{ match: 'any', conditions: [{ field: 'attributes.city', op: 'eq', value: 'Bandung' }] }],
};

/** Every segment. They come whole, so the search looks through them here. */
export function SegmentList() {
  const t = useTranslations('audienceSegments');
  const format = useFormat();
  const wordsOf = useSegmentWords();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(DEFAULTS);
  const show = showOf(address);
  const query = useQuery(listOptions(trpc, show));
  const segments = query.data?.segments;
  const wanted = address.q.trim().toLowerCase();
  const shown = segments?.filter((segment) => {
    const { name, description } = wordsOf(segment);
    return name.toLowerCase().includes(wanted) || (description ?? '').toLowerCase().includes(wanted);
  });
  const columns: Column<Segment>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: (segment) => {
        const { name, description } = wordsOf(segment);
        return <NameCell name={name} note={description} />;
      },
    },
    {
      key: 'people',
      head: t('columns.count'),
      card: 'only',
      cell: ({ lastCount }) =>
        lastCount === null ? t('notCounted') : `${t('columns.count')} ${format.number(lastCount)}`,
    },
    {
      key: 'kind',
      width: 10,
      head: t('columns.kind'),
      cell: ({ kind }) => <span className={classes.soft}>{t(`kinds.${kind}`)}</span>,
    },
    {
      key: 'status',
      card: 'state',
      width: 9,
      head: t('columns.status'),
      cell: ({ status }) => <Status kind={status === 'active' ? 'on' : 'off'}>{t(`statuses.${status}`)}</Status>,
    },
    {
      key: 'count',
      head: t('columns.count'),
      align: 'end',
      card: 'hidden',
      width: 12,
      priority: 1,
      cell: (segment) => <LastCount segment={segment} />,
    },
  ];
  return (
    <ResourceTable
      title={t('title')}
      lead={t('lead')}
      action={
        <LinkButton href="/audience-segments/new" leftSection={<IconPlus {...ICON} />}>
          {t('new')}
        </LinkButton>
      }
      empty={{ icon: <IconFilter {...ICON} />, sentence: t('lead') }}
      toolbar={
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
          filters={
            <FilterChips
              label={t('show')}
              options={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
              value={show}
              onChange={(next) => setAddress({ show: next })}
            />
          }
        />
      }
      list={listedWhole(query, segments, shown)}
      onClear={wanted === '' && show === DEFAULTS.show ? undefined : () => setAddress(DEFAULTS)}
      foot={
        <CurlButton
          title={t('api.title')}
          requests={[
            { title: t('api.list'), method: 'GET', path: '/api/v1/audience-segments' },
            { title: t('api.fields'), method: 'GET', path: '/api/v1/audience-segments/fields' },
            {
              title: t('api.preview'),
              help: t('api.previewHelp'),
              method: 'POST',
              path: '/api/v1/audience-segments/preview',
              body: { definition: EXAMPLE_DEFINITION },
            },
            {
              title: t('api.create'),
              method: 'POST',
              path: '/api/v1/audience-segments',
              body: { name: 'Bandung', definition: EXAMPLE_DEFINITION },
            },
          ]}
        />
      }

      columns={columns}
      rowHref={({ id }) => `/audience-segments/${id}`}
      isDimmed={({ status }) => status === 'archived'}
    />
  );
}
