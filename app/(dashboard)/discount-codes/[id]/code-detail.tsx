'use client';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { CodePage } from '@/app/(dashboard)/discount-codes/code-page';
import { CodeStatus } from '@/app/(dashboard)/discount-codes/code-status';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import { SampleCart } from '@/app/(dashboard)/discount-codes/sample-cart';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { PageHead } from '@/components/ui/page-head';
import { CodeApi } from './code-api';
import { CodeChart } from './code-chart';
import { CodeFigures } from './code-figures';
import { activityOptions, inShopsOptions } from './code-reads';
import { CodeRules } from './code-rules';
import { Redemptions } from './redemptions';
import classes from './code-detail.module.css';
import { Skeleton, Button, Anchor } from '@mantine/core';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import Link from 'next/link';
import { DateTime } from '@/components/ui/date-time';
import { Status } from '@/components/ui/status';
import { TAKEN_IN_SHOP } from '@/server/modules/shops/connections/vocabulary';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';

/** Edit; and archive after a question, or reactivate. */
function CodeActions({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.detail');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const [asking, setAsking] = useState(false);
  const say = (words: string) => {
    notifications.show({ color: 'var(--ink)', message: words });
    setAsking(false);
  };
  const archive = useMutation(
    trpc.discountCodes.archive.mutationOptions({ onSuccess: () => say(t('archived', { code: code.code })) }),
  );
  const reactivate = useMutation(
    trpc.discountCodes.update.mutationOptions({
      onSuccess: () => say(t('reactivated', { code: code.code })),
      onError: notifyFailure,
    }),
  );
  return (
    <>
      <PageActions
        others={[
          code.active
            ? { label: t('archive'), icon: IconArchive, onClick: () => setAsking(true) }
            : {
                label: t('reactivate'),
                icon: IconArchiveOff,
                busy: reactivate.isPending,
                onClick: () => reactivate.mutate({ id: code.id, active: true }),
              },
        ]}
      >
        <LinkButton href={`/discount-codes/${code.id}/edit`}>{t('edit')}</LinkButton>
      </PageActions>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('archiveTitle', { code: code.code })}
        confirm={t('archive')}
        call={archive}
        onConfirm={() => archive.mutate({ id: code.id })}
      >
        {t('archiveMessage')}
      </ConfirmDialog>
    </>
  );
}

type InShop = Outputs['discountCodes']['inShops']['shops'][number];

const REFRESH_MS = 5_000;
const KINDS = { pending: 'waiting', pushed: 'on', failed: 'failed', not_expressible: 'off' } as const;

/**
 * The state of the code in each shop that takes codes, and the reason where it is not there. Nothing where no shop
 * takes any.
 */
function InShops({ codeId }: { codeId: string }) {
  const t = useTranslations('discountCodes.inShops');
  const { data } = useQuery({
    ...inShopsOptions(useTRPC(), codeId),
    refetchInterval: ({ state }) =>
      state.data?.shops.some((shop) => shop.state === 'pending') === true ? REFRESH_MS : false,
  });
  if (data === undefined || data.shops.length === 0) return null;
  return (
    <Panel title={t('title')} className={classes.shops}>
      <ul className={classes.shopList} aria-label={t('title')}>
        {data.shops.map((shop) => (
          <Shop key={shop.integrationId} shop={shop} />
        ))}
      </ul>
    </Panel>
  );
}

function Shop({ shop: { integrationId, displayName, state, reason, pushedAt } }: { shop: InShop }) {
  const t = useTranslations('discountCodes.inShops');
  return (
    <li>
      <div>
        <Anchor component={Link} href={`/integrations/${integrationId}`} inherit>
          {displayName}
        </Anchor>
        {reason !== null && <p>{reason === TAKEN_IN_SHOP ? t('taken') : reason}</p>}
        {state === 'pushed' && pushedAt !== null && (
          <p>{t.rich('since', { when: () => <DateTime value={pushedAt} /> })}</p>
        )}
      </div>
      <Status kind={KINDS[state]}>{t(`states.${state}`)}</Status>
    </li>
  );
}

/** The sources of codes that have a link (docs/contract/discount-codes.md#share). */
const SHARED = ['manual', 'affiliate', 'batch'];
const QR = 144;
const FORMATS = ['png', 'svg'] as const;

/** The link that puts the code into the shop's checkout, and the same as a picture for print. */
function ShareCode({ code: { accountId, code, source } }: { code: Code }) {
  const t = useTranslations('discountCodes.share');
  if (!SHARED.includes(source)) return null;
  const path = `/d/${accountId}/${encodeURIComponent(code)}`;
  const url = typeof window === 'undefined' ? path : `${window.location.origin}${path}`;
  const name = code.replace(/[^\w-]/g, '_');
  return (
    <Panel title={t('title')} className={classes.sharing}>
      <p className={classes.detail}>{t('help')}</p>
      <div className={classes.share}>
        <LazyQrCode value={url} label={t('qr', { code })} size={QR} />
        <div className={classes.shareActs}>
          <span suppressHydrationWarning>
            <OutsideLink href={path}>{t('open')}</OutsideLink>
          </span>
          <CopyButton value={url} label={t('copy')} />
          {FORMATS.map((format) => (
            <Button
              key={format}
              size="xs"
              variant="default"
              onClick={() =>
                void import('@/components/qr-code/qr-file').then(({ saveQr }) => saveQr(url, name, format))
              }
            >
              {t(format)}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** The page of a code before it is there. */
function CodeDetailSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
        action={<Skeleton height={36} width={160} />}
      />
      <div className={classes.page}>
        <Skeleton height={124} className={classes.figures} />
        <Skeleton height={420} />
        <Skeleton height={420} />
        <Skeleton height={320} className={classes.redemptions} />
      </div>
    </div>
  );
}

/** Everything about one code: its rules, what it did, a cart to try it on, and how to call it. */
export function CodeDetail({ id }: { id: string }) {
  return (
    <CodePage id={id} skeleton={<CodeDetailSkeleton />}>
      {(code) => <About code={code} />}
    </CodePage>
  );
}

function About({ code }: { code: Code }) {
  const t = useTranslations('discountCodes');
  const words = useCodeWords();
  const activity = useQuery(activityOptions(useTRPC(), code.id));
  const terms = words.terms(code);
  const title = (
    <span className={classes.title}>
      {code.code}
      <CopyCode code={code.code} />
    </span>
  );
  return (
    <>
      <PageHead
        title={title}
        aside={<CodeStatus code={code} />}
        lead={terms === '' ? words.gives(code) : t('detail.lead', { gives: words.gives(code), terms })}
        back={{ href: '/discount-codes', label: t('title') }}
        action={<CodeActions code={code} />}
      />
      <div className={classes.page}>
        <CodeFigures code={code} activity={activity.data} />
        <CodeChart
          code={code}
          activity={activity.data}
          error={activity.error}
          onRetry={() => void activity.refetch()}
        />
        <CodeRules code={code} />
        <InShops codeId={code.id} />
        <ShareCode code={code} />
        <Redemptions code={code} />
        <CodeApi code={code} />
        <SampleCart className={classes.cart} subject={{ kind: 'saved', code }} rules={code} />
      </div>
    </>
  );
}
