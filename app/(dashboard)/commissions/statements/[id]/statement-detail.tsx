'use client';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { StatementState } from '@/app/(dashboard)/collaborations/creator-status';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconBan, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions } from '@/components/ui/page-actions';

type Statement = Outputs['programs']['statementPage']['statement'];

/** Mark as paid; a file, print, cancel. */
function StatementActions({ statement }: { statement: Statement }) {
  const t = useTranslations('creators.statements.actions');
  const trpc = useTRPC();
  const [asking, setAsking] = useState<'pay' | 'cancel' | null>(null);
  const [reference, setReference] = useState('');
  const onSuccess = () => setAsking(null);
  const pay = useMutation(trpc.programs.markPaid.mutationOptions({ onSuccess }));
  const cancel = useMutation(trpc.programs.cancel.mutationOptions({ onSuccess }));
  const { id, number, status } = statement;
  return (
    <>
      <PageActions
        others={[
          { label: t('file'), icon: IconDownload, href: `/api/v1/programs/statements/${id}.csv`, saves: true },
          { label: t('print'), icon: IconPrinter, onClick: () => window.print() },
          ...(status === 'open' ? [{ label: t('cancel'), icon: IconBan, onClick: () => setAsking('cancel') }] : []),
        ]}
      >
        {status === 'open' && <Button onClick={() => setAsking('pay')}>{t('pay')}</Button>}
      </PageActions>
      <ConfirmDialog
        opened={asking === 'pay'}
        onClose={() => setAsking(null)}
        title={t('payTitle', { number })}
        confirm={t('pay')}
        call={pay}
        onConfirm={() => pay.mutate({ id, reference: reference.trim() === '' ? t('noReference') : reference.trim() })}
      >
        <p>{t('payMessage')}</p>
        <TextInput
          label={t('reference')}
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={() => setAsking(null)}
        title={t('cancelTitle', { number })}
        confirm={t('cancel')}
        destructive
        call={cancel}
        onConfirm={() => cancel.mutate({ id })}
      >
        {t('cancelMessage')}
      </ConfirmDialog>
    </>
  );
}

/** The bank account that the money goes to: shown when somebody asks, which the audit log keeps. */
function BankDetails({ id, hasBank }: { id: string; hasBank: boolean }) {
  const t = useTranslations('creators.statements.bank');
  const read = useMutation(useTRPC().programs.bankDetails.mutationOptions({ meta: { touches: ['auditLog'] } }));
  if (!hasBank) return <p className={classes.soft}>{t('none')}</p>;
  if (read.data !== undefined) return <p style={{ whiteSpace: 'pre-wrap' }}>{read.data.bankDetails}</p>;
  return (
    <>
      {read.error !== null && <ErrorNotice error={read.error} act="read" />}
      <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate({ id })}>
        {t('show')}
      </Button>
      <p className={classes.soft}>{t('noted')}</p>
    </>
  );
}

type Page = Outputs['programs']['statementPage'];
type Line = Page['statement']['lines'][number];

/** The amount that one affiliate is to be paid, each order on a line. */
export function StatementDetail({ id }: { id: string }) {
  const t = useTranslations('creators.statements');
  return (
    <DetailPage
      query={useQuery(useTRPC().programs.statementPage.queryOptions({ id }))}
      gone={{
        title: t('gone.title'),
        message: t('gone.message'),
        list: { href: '/commissions?view=statements', label: t('gone.list') },
      }}
      skeleton={<DetailSkeleton back={{ href: '/commissions?view=statements', label: t('title') }} parts={[300]} />}
    >
      {(page) => <OneStatement page={page} />}
    </DetailPage>
  );
}

function OneStatement({ page: { statement, affiliate, hasBank } }: { page: Page }) {
  const t = useTranslations('creators.statements');
  const { id, number, status, currency, total, lines, until, paidAt, reference, collaborationId } = statement;
  const columns: Column<Line>[] = [
    {
      key: 'at',
      head: t('lines.at'),
      card: 'title',
      width: 12,
      cell: ({ createdAt }) => <DateTime value={createdAt} />,
    },
    { key: 'kind', head: t('lines.kind'), width: 9, cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'order',
      head: t('lines.order'),
      align: 'end',
      width: 9,
      cell: ({ orderAmount }) => <Money amount={orderAmount} currency={currency} />,
    },
    {
      key: 'amount',
      head: t('lines.amount'),
      align: 'end',
      width: 9,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
  ];
  return (
    <>
      <PageHead
        title={t('number', { number })}
        aside={<StatementState status={status} />}
        lead={
          <Anchor component={Link} href={`/collaborations/${collaborationId}`} inherit>
            {affiliate}
          </Anchor>
        }
        back={{ href: '/commissions?view=statements', label: t('title') }}
        action={<StatementActions statement={statement} />}
      />
      <WithSide
        side={
          <Panel title={t('detail.title')}>
            <Facts labels="6rem">
              <Fact label={t('columns.total')}>
                <strong>
                  <Money amount={total} currency={currency} />
                </strong>
              </Fact>
              <Fact label={t('detail.until')}>
                <DateTime value={until} />
              </Fact>
              {paidAt !== null && (
                <Fact label={t('detail.paidAt')}>
                  <DateTime value={paidAt} />
                </Fact>
              )}
              {reference !== null && <Fact label={t('detail.reference')}>{reference}</Fact>}
            </Facts>
            {status === 'open' && <BankDetails id={id} hasBank={hasBank} />}
          </Panel>
        }
      >
        <Panel title={t('lines.title', { count: lines.length })}>
          <DataTable
            label={t('lines.title', { count: lines.length })}
            columns={columns}
            rows={lines}
            rowKey={({ commissionId }) => commissionId}
          />
        </Panel>
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[{ title: t('api.one'), method: 'GET', path: `/api/v1/programs/statements/${id}` }]}
      />
    </>
  );
}
