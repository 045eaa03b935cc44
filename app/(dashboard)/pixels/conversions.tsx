'use client';
import { Button, UnstyledButton } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { CONVERSION_STATUSES } from '@/server/modules/offers/pixels/vocabulary';
import { ADDRESS, conversionOptions, statusOf } from './conversion-address';
import type { Pixels } from './pixel-values';
import classes from './pixels.module.css';
import { notifications } from '@mantine/notifications';
import { CodeBlock } from '@/components/ui/code-block';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { Notice } from '@/components/ui/notice';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';

type Conversion = Outputs['pixels']['conversions']['items'][number];

const KINDS = { waiting: 'waiting', sent: 'on', failed: 'failed', skipped: 'off' } as const;

function ConversionStatus({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions.statuses');
  return <Status kind={KINDS[conversion.status]}>{t(conversion.status)}</Status>;
}

/** The vendor's words, or why there are none. */
function ConversionAnswer({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions');
  const { skipReason, answerCode, answer } = conversion;
  if (skipReason !== null) return t(`skipped.${skipReason}`);
  return [answerCode, answer].filter((part) => part !== null).join(' · ') || '–';
}

function ConversionTable({ items, onOpen }: { items: readonly Conversion[]; onOpen: (id: string) => void }) {
  const t = useTranslations('pixels.conversions');
  const format = useFormat();
  const columns: Column<Conversion>[] = [
    {
      key: 'event',
      head: t('columns.event'),
      card: 'title',
      cell: (item) => (
        <UnstyledButton className={classes.open} onClick={() => onOpen(item.id)}>
          {item.isTest ? t('test') : item.eventId}
        </UnstyledButton>
      ),
    },
    { key: 'to', width: 8, priority: 2, head: t('columns.to'), cell: (item) => t(`to.${item.destination}`) },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      cell: (item) => <ConversionStatus conversion={item} />,
    },
    {
      key: 'value',
      width: 10,
      priority: 1,
      head: t('columns.value'),
      align: 'end',
      cell: (item) =>
        item.value === null || item.currency === null ? (
          <None />
        ) : (
          <Money amount={item.value} currency={item.currency} />
        ),
    },
    {
      key: 'answer',
      width: 15,
      priority: 1,
      head: t('columns.answer'),
      cell: (item) => (
        <span className={classes.answer}>
          <ConversionAnswer conversion={item} />
        </span>
      ),
    },
    {
      key: 'attempts',
      card: 'hidden',
      head: t('columns.attempts'),
      align: 'end',
      cell: (item) => format.number(item.attempts),
    },
    {
      key: 'time',
      width: 10,
      head: t('columns.time'),
      cell: (item) => (
        <span className={classes.time}>
          <RelativeTime value={item.createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={items}
      rowKey={(item) => item.id}
      isDimmed={(item) => item.status === 'skipped'}
    />
  );
}

/** One event: what is known of it, and exactly what the vendor gets. */
function ConversionDrawer({ conversion, onClose }: { conversion: Conversion | undefined; onClose: () => void }) {
  const t = useTranslations('pixels.conversions');
  return (
    <FormDrawer
      opened={conversion !== undefined}
      onClose={onClose}
      title={conversion === undefined ? '' : conversion.isTest ? t('test') : t('detail.title')}
    >
      {conversion !== undefined && <Content conversion={conversion} />}
    </FormDrawer>
  );
}

function Content({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions');
  const format = useFormat();
  const { value, currency, valueFrom, customerId, hasEmail, dueAt, sentAt } = conversion;
  const known = [
    ...(hasEmail ? [t('detail.email')] : []),
    ...(customerId === null ? [] : [t('detail.customer', { id: customerId })]),
  ];
  return (
    <div className={classes.codes}>
      <Facts labels="8rem">
        <Fact label={t('detail.eventId')}>
          <span className={classes.id}>{conversion.eventId}</span>
        </Fact>
        <Fact label={t('columns.to')}>{t(`to.${conversion.destination}`)}</Fact>
        <Fact label={t('columns.status')}>
          <ConversionStatus conversion={conversion} />
        </Fact>
        <Fact label={t('columns.answer')}>
          <ConversionAnswer conversion={conversion} />
        </Fact>
        {value !== null && currency !== null && (
          <Fact label={t('columns.value')}>
            <Money amount={value} currency={currency} />{' '}
            {valueFrom !== null && <span className={classes.soft}>{t(`detail.from.${valueFrom}`)}</span>}
          </Fact>
        )}
        <Fact label={t('detail.known')}>{known.length === 0 ? t('detail.nobody') : known.join(', ')}</Fact>
        <Fact label={t('columns.attempts')}>{format.number(conversion.attempts)}</Fact>
        <Fact label={t('detail.occurred')}>
          <DateTime value={conversion.occurredAt} />
        </Fact>
        {sentAt !== null && (
          <Fact label={t('detail.sent')}>
            <DateTime value={sentAt} />
          </Fact>
        )}
        {dueAt !== null && (
          <Fact label={t('detail.due')}>
            <DateTime value={dueAt} />
          </Fact>
        )}
      </Facts>
      <CodeBlock
        code={JSON.stringify(conversion.event, null, 2)}
        label={t('detail.event')}
        help={t(conversion.status === 'sent' ? 'detail.eventSent' : 'detail.eventHelp', {
          to: t(`to.${conversion.destination}`),
        })}
      />
    </div>
  );
}

/** Sends an event that is no purchase, the way that purchases go; only with a test code. */
function TestEvent({ pixels }: { pixels: Pixels }) {
  const t = useTranslations('pixels.testEvent');
  const trpc = useTRPC();
  const send = useMutation(
    trpc.pixels.sendTestEvent.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('sent'), color: 'gray' });
      },
    }),
  );
  const ready =
    pixels.enabled &&
    pixels.adPixelAId !== null &&
    pixels.adPixelACapiAccessToken !== null &&
    pixels.adPixelATestEventCode !== null;
  return (
    <div className={classes.test}>
      <Button variant="default" disabled={!ready} loading={send.isPending} onClick={() => send.mutate()}>
        {t('action')}
      </Button>
      <p className={classes.help}>{t(ready ? 'help' : 'notReady')}</p>
      {send.isError && <ErrorNotice error={send.error} act="write" />}
    </div>
  );
}

/** Purchases arrive and are answered while one looks on. */
const REFRESH_MS = 3000;
/** At first, so that the page does not become a long one by itself. */
const FIRST = 10;

/** The purchases that we sent to vendors, and what they answered. */
export function Conversions({ pixels }: { pixels: Pixels }) {
  const t = useTranslations('pixels.conversions');
  const tUi = useTranslations('ui');
  const [address, setAddress] = useAddress(ADDRESS);
  const status = statusOf(address);
  const query = useQuery({ ...conversionOptions(useTRPC(), status), refetchInterval: REFRESH_MS });
  const items = query.data?.items;
  const [most, setMost] = useState(FIRST);
  const connected =
    pixels.enabled &&
    ((pixels.adPixelAId !== null && pixels.adPixelACapiAccessToken !== null) ||
      (pixels.adPixelBId !== null && pixels.adPixelBAccessToken !== null) ||
      (pixels.analyticsId !== null && pixels.analyticsApiSecret !== null));

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={6} rows={4} />;
    if (items === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (items.length > 0)
      return (
        <>
          <ConversionTable items={items.slice(0, most)} onOpen={(event) => setAddress({ event })} />
          <LoadMore
            shown={Math.min(most, items.length)}
            total={items.length}
            hasMore={most < items.length}
            loading={false}
            onMore={() => setMost(items.length)}
          />
        </>
      );
    if (status === undefined) return <p className={classes.none}>{t(connected ? 'none' : 'notConnected')}</p>;
    const clear = (
      <Button variant="default" onClick={() => setAddress({ status: 'all' })}>
        {tUi('clearFilters')}
      </Button>
    );
    return <NoMatches sentence={t('noMatches')} action={clear} />;
  };

  return (
    <section className={classes.conversions} aria-labelledby="conversions">
      <header>
        <div>
          <h2 id="conversions">{t('title')}</h2>
          <p className={classes.help}>{t('lead')}</p>
        </div>
        <TestEvent pixels={pixels} />
      </header>
      {query.data?.sandbox === true && (
        <Notice icon={IconFlask} below="1.5rem">
          <p>{t('sandbox')}</p>
        </Notice>
      )}
      {(items === undefined || items.length > 0 || status !== undefined) && (
        <ListToolbar
          filters={
            <FilterChips
              label={t('filter')}
              options={(['all', ...CONVERSION_STATUSES] as const).map((value) => ({
                value,
                label: t(`statuses.${value}`),
              }))}
              value={status ?? 'all'}
              onChange={(next) => setAddress({ status: next })}
            />
          }
        />
      )}
      {body()}
      <ConversionDrawer
        conversion={items?.find(({ id }) => id === address.event)}
        onClose={() => setAddress({ event: '' })}
      />
    </section>
  );
}
