'use client';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { PageActions } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';
import { ROOT, type Batch, codesOptions, type BatchCode } from '../batch';
import { BatchStatus } from '../batch-status';
import classes from '../batches.module.css';
import type { Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { None } from '@/components/ui/none';
import { Status } from '@/components/ui/status';
import { CODE_USES } from '@/server/modules/offers/discount-codes/vocabulary';

const SHOWS = ['all', ...CODE_USES] as const;

/** The codes of a batch, whose each is, and when it was used. */
function BatchCodes({ id }: { id: string }) {
  const t = useTranslations('discountBatches.codes');
  const [show, setShow] = useState<(typeof SHOWS)[number]>('all');
  const list = listedInPages(
    useInfiniteQuery(codesOptions(useTRPC(), id, show === 'all' ? undefined : show)),
    (page) => page.data,
  );
  const columns: Column<BatchCode>[] = [
    { key: 'code', head: t('code'), card: 'title', width: 14, cell: ({ code }) => <code>{code}</code> },
    {
      key: 'contact',
      head: t('contact'),
      width: 16,
      cell: ({ email, externalRef }) => email ?? externalRef ?? <None />,
    },
    {
      key: 'state',
      head: t('state'),
      card: 'state',
      width: 9,
      cell: ({ active, redemptionCount }) => {
        if (redemptionCount > 0) return <Status kind="on">{t('redeemed')}</Status>;
        return <Status kind="off">{t(active ? 'unused' : 'inactive')}</Status>;
      },
    },
    {
      key: 'when',
      head: t('when'),
      width: 12,
      cell: ({ redeemedAt }) => (redeemedAt === null ? <None /> : <DateTime value={redeemedAt} />),
    },
  ];
  const isForSomebody = (list.rows ?? []).some(({ contactId }) => contactId !== null);
  const shown = columns.filter(({ key }) => key !== 'contact' || isForSomebody);
  return (
    <Panel title={t('title')}>
      <div className={classes.tools}>
        <FilterChips
          label={t('state')}
          options={SHOWS.map((value) => ({ value, label: t(`shows.${value}`) }))}
          value={show}
          onChange={setShow}
        />
      </div>
      <TableList
        list={list}
        none={<p className={classes.none}>{t('none')}</p>}
        label={t('title')}
        columns={shown}
        rowHref={(row) => `/discount-codes/${row.id}`}
        isDimmed={({ active }) => !active}

        rowsBefore={4}
      />
    </Panel>
  );
}

const REFRESH_MS = 1_500;

/** A batch: how far it is, what its codes are, and each of them. */
export function BatchDetail({ id }: { id: string }) {
  const t = useTranslations('discountBatches');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...trpc.discountCodes.batches.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'minting' ? REFRESH_MS : false),
  });
  const minted = query.data?.minted;
  useEffect(() => {
    if (minted !== undefined) void queryClient.invalidateQueries(trpc.discountCodes.batches.codes.pathFilter());
  }, [minted, queryClient, trpc]);
  const gone = { title: t('gone.title'), message: t('gone.message'), list: { href: ROOT, label: t('gone.action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton parts={[124, 420]} />}>
      {(batch) => <About batch={batch} at={query.dataUpdatedAt} />}
    </DetailPage>
  );
}

function About({ batch, at }: { batch: Batch; at: number }) {
  const t = useTranslations('discountBatches');
  const codes = useTranslations('discountCodes');
  const words = useCodeWords();
  const { template, status, count, minted } = batch;
  const terms = words.terms(template);
  const gives = words.gives(template);
  return (
    <>
      <PageHead
        title={batch.name}
        aside={<BatchStatus status={status} />}
        lead={terms === '' ? gives : codes('detail.lead', { gives, terms })}
        back={{ href: ROOT, label: t('title') }}
        action={<Actions batch={batch} />}
      />
      <div className={classes.page}>
        {status === 'minting' && (
          <Panel>
            {count === null ? (
              <p className={classes.none}>{t('mintingAudience', { count: minted })}</p>
            ) : (
              <WorkProgress label={t('minting')} done={minted} total={count} at={at} />
            )}
          </Panel>
        )}
        <Figures batch={batch} />
        <BatchCodes id={batch.id} />
      </div>
    </>
  );
}

function Figures({ batch: { minted, redeemed, totalLimit, template } }: { batch: Batch }) {
  const t = useTranslations('discountBatches.figures');
  const format = useFormat();
  const words = useCodeWords();
  const { maxUsesTotal } = template;
  return (
    <Panel>
      <div className={classes.figures}>
        <Figure
          label={t('codes')}
          current={minted}
          chart={
            <p className={classes.detail}>
              {maxUsesTotal === null ? t('usesUnlimited') : t('uses', { count: maxUsesTotal })}
            </p>
          }
        />
        <Figure
          label={t('redeemed')}
          current={redeemed}
          chart={
            <p className={classes.detail}>
              {t('share', { share: format.percent(minted === 0 ? 0 : redeemed / minted) })}
            </p>
          }
        />
        <Figure
          label={t('left')}
          current={totalLimit === null ? 0 : Math.max(0, totalLimit - redeemed)}
          {...(totalLimit === null && { write: () => t('unlimited') })}
          chart={
            <p className={classes.detail}>{totalLimit === null ? t('noLimit') : t('limit', { count: totalLimit })}</p>
          }
        />
        <Figure label={t('window')} current={0} write={() => words.window(template)} />
      </div>
    </Panel>
  );
}

function Actions({ batch: { id, name, status } }: { batch: Batch }) {
  const t = useTranslations('discountBatches');
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    useTRPC().discountCodes.batches.cancel.mutationOptions({
      onSuccess: ({ deactivated }) => {
        notifications.show({ color: 'var(--ink)', message: t('cancel.done', { count: deactivated }) });
        setAsking(false);
      },
    }),
  );
  const download = (
    <Button
      component="a"
      href={`/api/v1/discount-codes/batches/${id}/export`}
      download
      variant="default"
      leftSection={<IconDownload {...SMALL_ICON} />}
    >
      {t('export')}
    </Button>
  );
  if (status === 'canceled') return download;
  return (
    <>
      <PageActions others={[{ label: t('cancel.action'), icon: IconPlayerStop, onClick: () => setAsking(true) }]}>
        {download}
      </PageActions>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('cancel.title', { name })}
        confirm={t('cancel.action')}
        destructive
        call={cancel}
        onConfirm={() => cancel.mutate({ id })}
      >
        {t('cancel.message')}
      </ConfirmDialog>
    </>
  );
}
