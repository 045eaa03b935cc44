'use client';
import { IconAlertTriangle, IconExternalLink, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ROOT, type Form, DAYS } from '@/app/(dashboard)/forms/form-address';
import { FormStatus } from '@/app/(dashboard)/forms/form-status';
import classes from '@/app/(dashboard)/forms/forms.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { FormSubmissions } from './form-submissions';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { Anchor, Box } from '@mantine/core';
import Link from 'next/link';
import { FAMILIES } from '@/app/(dashboard)/forms/form-values';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import dynamic from 'next/dynamic';
import { DayTable } from '@/components/ui/day-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';

const HEIGHT = 180;

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h={HEIGHT} />,
});

type Day = Outputs['forms']['figures']['days'][number];
const COUNTED = ['views', 'submissions', 'confirmed'] as const;

const sum = (days: readonly Day[], key: Exclude<keyof Day, 'day'>): number =>
  days.reduce((total, day) => total + day[key], 0);

/** The results of a form in 30 days. */
function FormFigures({ id }: { id: string }) {
  const t = useTranslations('forms.figures');
  const format = useFormat();
  const query = useQuery(useTRPC().forms.figures.queryOptions({ id, days: DAYS }));
  const days = query.data?.days;
  if (days === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  const [views, submissions, confirmed, blocked] = [...COUNTED, 'blocked' as const].map((key) => sum(days, key)) as [
    number,
    number,
    number,
    number,
  ];
  const busy = days.filter((day) => COUNTED.some((key) => day[key] > 0)).reverse();
  return (
    <Panel title={t('title', { days: DAYS })}>
      <div className={classes.figures}>
        <Figure label={t('views')} current={views} />
        <Figure label={t('submissions')} current={submissions} />
        <Figure label={t('confirmed')} current={confirmed} />
        {views > 0 && <Figure label={t('rate')} current={confirmed / views} write={format.percent} />}
      </div>
      {submissions === 0 ? (
        <p className={classes.soft}>{t('none', { days: DAYS })}</p>
      ) : (
        <DayChart
          points={days.map((day) => ({
            day: day.day,
            value: day.confirmed,
            whole: Math.max(day.submissions, day.confirmed),
          }))}
          label={t('chartLabel', { submissions, confirmed, days: DAYS })}
          series={t('confirmed')}
          whole={t('submissions')}
          height={HEIGHT}
        />
      )}
      {busy.length > 0 && (
        <DayTable
          label={t('chart')}
          days={busy}
          columns={COUNTED.map((key) => ({ key, head: t(key), cell: (day: Day) => format.number(day[key]) }))}
        />
      )}
      {blocked > 0 && <p className={classes.soft}>{t('blocked', { count: blocked })}</p>}
    </Panel>
  );
}

/** Edit; look at it, close it, delete it. */
function FormActions({ form: { id, name, status } }: { form: Form }) {
  const t = useTranslations('forms.actions');
  const trpc = useTRPC();
  const router = useRouter();
  const onError = useNotifyFailure();
  const [isDeleting, setDeleting] = useState(false);
  const move = useMutation(
    trpc.forms.update.mutationOptions({
      onError,
      onSuccess: ({ status: now }) =>
        notifications.show({ color: 'gray', message: t(now === 'closed' ? 'closed' : 'reopened', { name }) }),
    }),
  );
  const remove = useMutation(
    trpc.forms.delete.mutationOptions({
      onSuccess: () => router.push(ROOT),
    }),
  );
  const isOpen = status === 'live';
  return (
    <>
      <PageActions
        others={[
          ...(isOpen ? [{ label: t('open'), icon: IconExternalLink, href: `/f/${id}`, outside: true }] : []),
          {
            label: t(isOpen ? 'close' : 'reopen'),
            icon: isOpen ? IconLock : IconLockOpen,
            busy: move.isPending,
            onClick: () => move.mutate({ id, status: isOpen ? 'closed' : 'live' }),
          },
          { label: t('delete'), icon: IconTrash, onClick: () => setDeleting(true) },
        ]}
      >
        <LinkButton href={`${ROOT}/${id}/edit`}>{t('edit')}</LinkButton>
      </PageActions>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        destructive
        call={{ ...remove, isPending: remove.isPending || remove.isSuccess }}
        onConfirm={() => remove.mutate({ id })}
      >
        {t('deleteMessage')}
      </ConfirmDialog>
    </>
  );
}

/** The questions of a form, and what comes of it. */
function FormFacts({ form }: { form: Form }) {
  const t = useTranslations('forms');
  const { fields, consents, doubleOptIn, afterText, afterUrl, popup } = form;
  return (
    <Panel title={t('facts.title')}>
      <Facts labels="7rem">
        <Fact label={t('facts.asks')}>
          {fields.map(({ field, label }) => label ?? t(`fields.${field}`)).join(', ')}
        </Fact>
        <Fact label={t('facts.consents')}>
          {FAMILIES.filter((family) => family in consents)
            .map((family) => t(`families.${family}`))
            .join(', ')}
        </Fact>
        <Fact label={t('facts.confirm')}>{t(doubleOptIn ? 'facts.confirmOn' : 'facts.confirmOff')}</Fact>
        <Fact label={t('facts.list')}>
          <ListName id={form.listId} />
        </Fact>
        <Fact label={t('facts.after')}>{afterUrl ?? afterText ?? t('facts.afterUsual')}</Fact>
        <Fact label={t('facts.popup')}>{popup === null ? t('facts.inline') : <Moments popup={popup} />}</Fact>
      </Facts>
    </Panel>
  );
}

function Moments({ popup: { delaySeconds, scrollPercent, onExit } }: { popup: NonNullable<Form['popup']> }) {
  const t = useTranslations('forms.facts');
  const format = useFormat();
  return [
    ...(delaySeconds === null ? [] : [t('delay', { count: delaySeconds })]),
    ...(scrollPercent === null ? [] : [t('scroll', { percent: format.percent(scrollPercent / 100) })]),
    ...(onExit ? [t('exit')] : []),
  ].join(', ');
}

function ListName({ id }: { id: string | null }) {
  const t = useTranslations('forms.facts');
  const { data } = useQuery(useTRPC().contactLists.list.queryOptions());
  const list = data?.find((each) => each.id === id);
  if (list === undefined) return t('noList');
  return (
    <Anchor component={Link} href={`/contact-lists/${list.id}`} inherit>
      {list.name}
    </Anchor>
  );
}

/** The ways to share a form: a link, a picture of it, and a line for the shop's own pages. */
function SharePanel({ form: { url, embedCode, allowedOrigins } }: { form: Form }) {
  const t = useTranslations('forms.share');
  return (
    <Panel title={t('title')}>
      <div className={classes.share}>
        <h3>{t('page')}</h3>
        <p className={classes.soft}>{t('pageHelp')}</p>
        <p className={classes.link}>
          <OutsideLink href={url}>{url.replace(/^https?:\/\//, '')}</OutsideLink>
        </p>
        <div>
          <CopyButton value={url} label={t('copyLink')} />
        </div>
        <LazyQrCode value={url} label={t('qr')} size={144} />
      </div>
      <div className={classes.share}>
        <h3>{t('embed')}</h3>
        <CodeBlock code={embedCode} label={t('copyCode')} help={t('embedHelp')} />
        <p className={classes.soft}>
          {allowedOrigins.length === 0 ? t('anywhere') : t('origins', { origins: allowedOrigins.join(', ') })}
        </p>
      </div>
    </Panel>
  );
}

/** One form: what it brought, who signed up, and how it is put before people. */
export function FormDetail({ id }: { id: string }) {
  const t = useTranslations('forms');
  return (
    <DetailPage
      query={useQuery(useTRPC().forms.get.queryOptions({ id }))}
      gone={{ title: t('gone.title'), message: t('gone.message'), list: { href: ROOT, label: t('gone.list') } }}
      skeleton={<DetailSkeleton back={{ href: ROOT, label: t('title') }} parts={[240, 320]} />}
    >
      {(form) => <OneForm form={form} />}
    </DetailPage>
  );
}

function OneForm({ form }: { form: Form }) {
  const t = useTranslations('forms');
  const { id, name, title, status } = form;
  return (
    <>
      <PageHead
        title={name}
        aside={<FormStatus status={status} />}
        {...(title !== null && title !== name && { lead: title })}
        back={{ href: ROOT, label: t('title') }}
        action={<FormActions form={form} />}
      />
      {form.doubleOptIn && <NoChannel />}
      <WithSide
        side={
          <>
            <SharePanel form={form} />
            <FormFacts form={form} />
          </>
        }
      >
        <FormFigures id={id} />
        <FormSubmissions id={id} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.one'), method: 'GET', path: `/api/v1/forms/${id}` },
          { title: t('api.figures'), method: 'GET', path: `/api/v1/forms/${id}/figures`, query: 'days=30' },
          { title: t('api.submissions'), method: 'GET', path: `/api/v1/forms/${id}/submissions` },
        ]}
      />
    </>
  );
}

/** The notice that nobody can be asked to confirm. */
function NoChannel() {
  const t = useTranslations('forms.warning');
  const { data } = useQuery(useTRPC().forms.standing.queryOptions());
  if (data === undefined || data.channel !== null) return null;
  return (
    <div className={classes.note} role="note">
      <IconAlertTriangle {...ICON} />
      <div>
        <strong>{t('title')}</strong>
        <p>{t('message')}</p>
        <LinkButton href="/channels/new" variant="default" size="xs">
          {t('action')}
        </LinkButton>
      </div>
    </div>
  );
}
