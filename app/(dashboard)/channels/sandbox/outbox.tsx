'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { MessagePage } from '@/components/ui/message-page';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { AnswerBar } from './answer-bar';
import { chosenBy, DEFAULTS, listOptions } from './outbox-address';
import { OutboxMessage } from './outbox-message';
import { OutboxTable } from './outbox-table';
import { Rules } from './rules';
import { WriteIn } from './write-in';

export type OutboxItem = Outputs['sandbox']['list']['items'][number];

const FILTERS = ['all', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed'] as const;
/** Messages and answers arrive by themselves while one looks on. */
const REFRESH_MS = 3000;

/** What the vendors would have got, and the buttons that answer in their place. */
export function Outbox() {
  const t = useTranslations('channels');
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(DEFAULTS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const asked = chosenBy(address);
  const { status } = asked;
  const query = useInfiniteQuery({
    ...listOptions(trpc, asked),
    refetchInterval: REFRESH_MS,
    retry: (count, error) => problemOf(error).code !== 'NOT_FOUND' && count < 2,
  });
  const back = { href: '/channels', label: t('title') };
  if (query.isError && problemOf(query.error).code === 'NOT_FOUND')
    return (
      <MessagePage title={t('sandbox.off.title')} action={<LinkButton href="/channels">{t('title')}</LinkButton>}>
        {t('sandbox.off.message')}
      </MessagePage>
    );
  const list = listedInPages(query, (page) => page.items);
  const { rows } = list;
  const filtered = address.q !== '' || status !== undefined;
  return (
    <>
      <PageHead title={t('sandbox.title')} lead={t('sandbox.lead')} back={back} />
      <Rules />
      <WriteIn />
      {(rows === undefined || rows.length > 0 || filtered) && (
        <ListToolbar
          search={<SearchField label={t('sandbox.search')} value={address.q} onChange={(q) => setAddress({ q })} />}
          filters={
            <FilterChips
              label={t('sandbox.filters.label')}
              options={FILTERS.map((value) => ({
                value,
                label: value === 'all' ? t('sandbox.filters.all') : t(`sandbox.status.${value}`),
              }))}
              value={FILTERS.find((value) => value === address.status) ?? 'all'}
              onChange={(value) => setAddress({ status: value })}
            />
          }
        />
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={5} />}
        onClear={filtered ? () => setAddress({ q: DEFAULTS.q, status: DEFAULTS.status }) : undefined}
        none={
          <EmptyState
            icon={<IconFlask {...ICON} />}
            sentence={t('sandbox.empty')}
            action={<LinkButton href="/channels">{t('sandbox.emptyAction')}</LinkButton>}
          />
        }
      >
        {(items) => (
          <>
            <AnswerBar
              chosen={[...chosen].filter((id) => items.some((item) => item.id === id))}
              onDone={() => setChosen(new Set())}
            />
            <OutboxTable
              items={items}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={(message) => setAddress({ message })}
            />
          </>
        )}
      </ListBody>
      <OutboxMessage id={address.message} onClose={() => setAddress({ message: '' })} />
    </>
  );
}
