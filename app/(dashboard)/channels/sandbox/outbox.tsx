'use client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { NativeSelect, Switch, Button, TextInput } from '@mantine/core';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { RULES } from '@/server/sandbox/vocabulary';
import classes from './outbox.module.css';

/** Somebody writes to a channel: what a customer would say, signed as the vendor signs. */
function WriteIn() {
  const t = useTranslations('channels.sandbox.write');
  const trpc = useTRPC();
  const { data } = useQuery(trpc.inbox.channels.queryOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const [sender, setSender] = useState('+6281234567890');
  const [name, setName] = useState('Ani');
  const [text, setText] = useState('');
  const send = useMutation(trpc.sandbox.write.mutationOptions({ onSuccess: () => setText('') }));
  // A program writes to those itself.
  const channels = (data?.channels ?? []).filter(
    ({ provider, receiving }) => receiving && provider !== 'webhook_generic',
  );
  const channelId = chosen ?? channels[0]?.channelId ?? null;
  if (channels.length === 0 || channelId === null) return null;
  return (
    <Panel title={t('title')} className={classes.writeIn}>
      <form
        className={classes.write}
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ channelId, sender: sender.trim(), name: name.trim(), text: text.trim() });
        }}
      >
        <NativeSelect
          label={t('channel')}
          data={channels.map((channel) => ({ value: channel.channelId, label: channel.displayName }))}
          value={channelId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <TextInput
          label={t('sender')}
          required
          maxLength={64}
          value={sender}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
        <TextInput
          label={t('name')}
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('text')}
          required
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </form>
      {send.error !== null && <ErrorNotice error={send.error} act="write" />}
    </Panel>
  );
}

/** Settings for whether recipients react by themselves, and what each vendor says to the next message. */
function Rules() {
  const t = useTranslations('channels.sandbox.rules');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.sandbox.rules.queryOptions(undefined, { retry: false }));
  const keep = {
    onSuccess: (rules: NonNullable<typeof query.data>) =>
      queryClient.setQueryData(trpc.sandbox.rules.queryKey(), rules),
  };
  const setRule = useMutation(trpc.sandbox.setRule.mutationOptions(keep));
  const setLively = useMutation(trpc.sandbox.setLively.mutationOptions(keep));
  if (query.data === undefined) return null;
  const change = (provider: ProviderId, value: string) => {
    const rule = RULES.find((known) => known === value);
    if (rule !== undefined) setRule.mutate({ provider, rule });
  };
  return (
    <Panel className={classes.rules}>
      <Switch
        label={t('lively')}
        description={t('livelyHelp')}
        checked={query.data.lively}
        onChange={(event) => setLively.mutate({ lively: event.currentTarget.checked })}
      />
      {query.data.rules.length > 0 && (
        <details className={classes.more}>
          <summary>{t('title')}</summary>
          <p className={classes.help}>{t('help')}</p>
          <div className={classes.selects}>
            {query.data.rules.map(({ provider, rule }) => (
              <NativeSelect
                key={provider}
                label={providerEntry(provider).label}
                value={rule}
                data={RULES.map((value) => ({ value, label: t(`answers.${value}`) }))}
                onChange={(event) => change(provider, event.currentTarget.value)}
              />
            ))}
          </div>
        </details>
      )}
      {(setRule.error ?? setLively.error) !== null && (
        <ErrorNotice error={setRule.error ?? setLively.error} act="write" />
      )}
    </Panel>
  );
}

export type OutboxItem = Outputs['sandbox']['list']['items'][number];

const FILTERS = ['all', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed'] as const;
/** Messages and answers arrive by themselves while one looks on. */
const REFRESH_MS = 3000;

/** The messages that the vendors would have got, and the buttons that answer in their place. */
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
