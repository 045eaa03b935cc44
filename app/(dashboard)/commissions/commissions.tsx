'use client';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { ViewTabs } from '@/components/ui/view-tabs';
import { ADDRESS, viewOf, VIEWS, statementOptions, reviewOptions, SHOWN, statusOf } from './commission-address';
import { Button, Anchor, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileInvoice, IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { StatementShown, Commission } from '@/app/(dashboard)/collaborations/creator';
import { StatementState, CommissionState } from '@/app/(dashboard)/collaborations/creator-status';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON } from '@/components/ui/icon';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { useHotkeys } from '@mantine/hooks';
import Link from 'next/link';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { CurlButton } from '@/components/curl-button';
import { FilterChips } from '@/components/ui/filter-chips';
import { LinkButton } from '@/components/ui/link-button';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { TableSkeleton } from '@/components/ui/table-skeleton';

type Flagged = Commission['flags'][number];

/** Why a commission is held, as a sentence. */
function useFlagWords() {
  const t = useTranslations('creators.flags');
  return ({ flag, evidence }: Flagged): string => {
    const values = {
      email: String(evidence.email ?? ''),
      domain: String(evidence.domain ?? ''),
      host: String(evidence.host ?? ''),
      orders: Number(evidence.orders ?? 0),
      refunded: Number(evidence.refunded ?? 0),
    };
    return t(flag, values);
  };
}

/** Commissions, the held ones first, each with what was seen and both answers. J and K go from one to the next. */
function ReviewList() {
  const t = useTranslations('creators.commissions');
  const [address, setAddress] = useAddress(ADDRESS);
  const status = statusOf(address);
  const list = listedInPages(useInfiniteQuery(reviewOptions(useTRPC(), address)), (page) => page.data);
  return (
    <>
      <ListToolbar
        filters={
          <FilterChips
            label={t('filter')}
            options={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
            value={status}
            onChange={(next) => setAddress({ status: next })}
          />
        }
      />
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={3} rows={5} />}
        onClear={status === 'all' ? undefined : () => setAddress({ status: 'all' })}
        none={
          <EmptyState
            icon={<IconCoins {...ICON} />}
            sentence={t('empty')}
            action={<LinkButton href="/programs">{t('toPrograms')}</LinkButton>}
          />
        }
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t('api.list'), method: 'GET', path: '/api/v1/programs/commissions' }]}
          />
        }
      >
        {(rows) => <Rows rows={rows} />}
      </ListBody>
    </>
  );
}

function Rows({ rows }: { rows: readonly Commission[] }) {
  const t = useTranslations('creators.commissions');
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const go = (by: number) => {
    const next = Math.min(Math.max(at + by, 0), rows.length - 1);
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[next]?.focus();
  };
  useHotkeys([
    ['J', () => go(1)],
    ['K', () => go(-1)],
  ]);
  return (
    <ul ref={list} className={classes.rows} aria-label={t('views.commissions')}>
      {rows.map((row, place) => (
        <li key={row.id} tabIndex={-1} className={classes.held} data-current={place === at || undefined}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row }: { row: Commission }) {
  const t = useTranslations('creators.commissions');
  const words = useFlagWords();
  return (
    <>
      <div className={classes.heldHead}>
        <span className={classes.name}>
          <Anchor component={Link} href={`/collaborations/${row.collaborationId}`} inherit>
            {row.affiliate}
          </Anchor>
          <span data-note>
            {row.program} · <RelativeTime value={row.createdAt} />
          </span>
        </span>
        <CommissionState status={row.status} />
        <span className={classes.name}>
          <strong>
            <Money amount={row.amount} currency={row.currency} />
          </strong>
          <span data-note>
            {t.rich(row.kind === 'sale' ? 'ofOrder' : 'takenBack', {
              amount: () => <Money amount={row.orderAmount} currency={row.currency} />,
            })}
          </span>
        </span>
      </div>
      {row.flags.length > 0 && (
        <ul className={classes.evidence}>
          {row.flags.map((flag) => (
            <li key={flag.flag}>{words(flag)}</li>
          ))}
        </ul>
      )}
      {row.note !== null && row.note !== '' && <p className={classes.soft}>{row.note}</p>}
      {(row.status === 'held' || row.status === 'pending') && <Decide row={row} />}
    </>
  );
}

function Decide({ row }: { row: Commission }) {
  const t = useTranslations('creators.commissions');
  const trpc = useTRPC();
  const onError = useNotifyFailure();
  const onSuccess = ({ skipped }: { skipped: { reason: 'NOT_FOUND' | 'BAD_STATE' | 'SUSPENDED' }[] }) => {
    const reason = skipped[0]?.reason;
    if (reason !== undefined) notifications.show({ color: 'gray', message: t(`skipped.${reason}`) });
  };
  const approve = useMutation(trpc.programs.approve.mutationOptions({ onError, onSuccess }));
  const decline = useMutation(trpc.programs.decline.mutationOptions({ onError, onSuccess }));
  return (
    <Group gap="xs">
      <Button
        size="xs"
        aria-label={t('approveOf', { name: row.affiliate })}
        loading={approve.isPending}
        onClick={() => approve.mutate({ ids: [row.id] })}
      >
        {t('approve')}
      </Button>
      {row.status === 'held' && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('declineOf', { name: row.affiliate })}
          loading={decline.isPending}
          onClick={() => decline.mutate({ ids: [row.id], reason: t('declineReason') })}
        >
          {t('decline')}
        </Button>
      )}
    </Group>
  );
}

/** The statements that are to be paid, and those that were. */
function StatementList() {
  const t = useTranslations('creators.statements');
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(statementOptions(useTRPC())), (page) => page.data);
  return (
    <>
      {list.rows !== undefined && list.rows.length > 0 && (
        <p>
          <MakeStatements />
        </p>
      )}
      <TableList
        list={list}
        none={<EmptyState icon={<IconFileInvoice {...ICON} />} sentence={t('empty')} action={<MakeStatements />} />}
        label={t('title')}
        columns={columns}
        rowHref={({ id }) => `/commissions/statements/${id}`}
        isDimmed={({ status }) => status === 'canceled'}

        rowsBefore={5}
      />
    </>
  );
}

function MakeStatements() {
  const t = useTranslations('creators.statements');
  const notifyFailure = useNotifyFailure();
  const issue = useMutation(
    useTRPC().programs.issue.mutationOptions({
      onSuccess: ({ statements }) => {
        notifications.show({ color: 'gray', message: t('made', { count: statements.length }) });
      },
      onError: notifyFailure,
    }),
  );
  return (
    <Button loading={issue.isPending} onClick={() => issue.mutate({})}>
      {t('make')}
    </Button>
  );
}

function useColumns(): Column<StatementShown>[] {
  const t = useTranslations('creators.statements');
  return useMemo(
    () => [
      {
        key: 'number',
        head: t('columns.number'),
        card: 'title',
        width: 9,
        cell: ({ number }) => t('number', { number }),
      },
      {
        key: 'status',
        head: t('columns.status'),
        card: 'state',
        width: 9,
        cell: ({ status }) => <StatementState status={status} />,
      },
      { key: 'who', head: t('columns.who'), width: 14, cell: ({ affiliate }) => affiliate },
      {
        key: 'total',
        head: t('columns.total'),
        align: 'end',
        width: 9,
        cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
      },
      {
        key: 'made',
        head: t('columns.made'),
        width: 9,
        priority: 1,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
      },
    ],
    [t],
  );
}

/** The earnings of affiliates: to look at, and to pay. */
export function Commissions() {
  const t = useTranslations('creators.commissions');
  const [address, setAddress] = useAddress(ADDRESS);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <ViewTabs
        label={t('views.label')}
        views={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        value={viewOf(address)}
        onChange={(view) => setAddress({ view })}
        panels={{ commissions: <ReviewList />, statements: <StatementList /> }}
      />
    </>
  );
}
