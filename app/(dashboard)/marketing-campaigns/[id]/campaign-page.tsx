'use client';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CampaignStatus } from '@/app/(dashboard)/marketing-campaigns/campaign-status';
import type { RollUp } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { AttachDrawer } from './attach-drawer';
import { CampaignActions } from './campaign-actions';
import { usedIn } from './campaign-reads';
import { ChildGroup } from './child-group';
import { KIND_ORDER, KINDS } from './kinds';
import classes from './campaign-page.module.css';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { beginIn } from '@/components/campaign-select/use-begun-campaign';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';

/** The results of all of it. Each currency has its own line; none is added to another. */
function RollUpPanel({ counts, performance }: Pick<RollUp, 'counts' | 'performance'>) {
  const t = useTranslations('marketingCampaigns.rollUp');
  const format = useFormat();
  const { messagesSent: sent } = performance;
  const share = (part: number) => format.percent(part / sent);
  const sums = (amounts: Record<string, number>, words: 'given' | 'revenue' | 'recovered') =>
    Object.entries(amounts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([currency, amount]) => t(words, { amount: format.money(amount, currency) }));
  const figures = [
    {
      label: t('messages'),
      current: sent,
      lines: [
        ...(counts.broadcasts > 0
          ? [t('broadcastsSent', { sent: counts.broadcastsSent, count: counts.broadcasts })]
          : []),
        ...(sent > 0
          ? [
              [
                t('delivered', { percent: share(performance.messagesDelivered) }),
                t('opened', { percent: share(performance.messagesOpened) }),
                t('clicked', { percent: share(performance.messagesClicked) }),
              ].join(' · '),
            ]
          : []),
      ],
    },
    { label: t('redemptions'), current: performance.redemptions, lines: sums(performance.discountGiven, 'given') },
    {
      label: t('rewards'),
      current: performance.referralRewards,
      lines: sums(performance.attributedRevenue, 'revenue'),
    },
    {
      label: t('carts'),
      current: performance.cartsRecovered,
      lines: [
        ...(counts.cartReminders > 0 ? [t('cartsOf', { count: counts.cartReminders })] : []),
        ...sums(performance.recoveredValue, 'recovered'),
      ],
    },
  ];
  return (
    <Panel title={t('title')}>
      <div className={classes.figures}>
        {figures.map(({ label, current, lines }) => (
          <Figure
            key={label}
            label={label}
            current={current}
            chart={<Lines lines={lines.length > 0 ? lines : [t('none')]} />}
          />
        ))}
      </div>
      <p className={classes.help}>{t('help')}</p>
    </Panel>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className={classes.lines}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The kinds that the campaign does not use yet: what each is good for, and both ways to have it. */
function UnusedKinds({
  campaignId,
  types,
  title,
  onAttach,
}: {
  campaignId: string;
  types: readonly ChildType[];
  title: string;
  onAttach: (type: ChildType) => void;
}) {
  const t = useTranslations('marketingCampaigns');
  return (
    <Panel title={title} flush>
      <ul className={classes.unused}>
        {types.map((type) => {
          const { icon: Icon, form } = KINDS[type];
          return (
            <li key={type}>
              <span className={classes.icon}>
                <Icon {...ICON} />
              </span>
              <span className={classes.what}>
                <strong>{t(`kinds.${type}.title`)}</strong>
                <span>{t(`kinds.${type}.for`)}</span>
              </span>
              <span className={classes.ways}>
                {form !== null && (
                  <LinkButton size="compact-sm" variant="default" href={beginIn(form, campaignId)}>
                    {t(`kinds.${type}.create`)}
                  </LinkButton>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('children.attachWhat', { kind: t(`kinds.${type}.title`) })}
                  onClick={() => onAttach(type)}
                >
                  {t('children.attach')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The page before its figures are there. */
function CampaignSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={240} my={4} />}
        action={<Skeleton height={36} width={112} />}
      />
      <div className={classes.page}>
        <Panel>
          <div className={classes.figures}>
            {[0, 1, 2, 3].map((at) => (
              <div key={at}>
                <Skeleton height={12} width={96} mb={12} />
                <Skeleton height={24} width={64} mb={12} />
                <Skeleton height={12} width={140} />
              </div>
            ))}
          </div>
        </Panel>
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
    </div>
  );
}

/** A draft of which messages have gone out is live in all but name. */
function SetLive({ id }: { id: string }) {
  const t = useTranslations('marketingCampaigns.setLive');
  const trpc = useTRPC();
  const update = useMutation(trpc.marketingCampaigns.update.mutationOptions({}));
  return (
    <div className={`${classes.note} ${classes.live}`}>
      <span>{t('message')}</span>
      <Button
        size="xs"
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ id, status: 'live' })}
      >
        {t('action')}
      </Button>
      {update.error && <ErrorNotice error={update.error} act="write" />}
    </div>
  );
}

/** Everything that is linked to one campaign, what it brought together, and the ways to link more. */
export function CampaignPage({ id }: { id: string }) {
  const t = useTranslations('marketingCampaigns.gone');
  const query = useQuery(useTRPC().marketingCampaigns.rollUp.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/marketing-campaigns', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<CampaignSkeleton />}>
      {(rollUp) => <About rollUp={rollUp} />}
    </DetailPage>
  );
}

function About({ rollUp }: { rollUp: RollUp }) {
  const t = useTranslations('marketingCampaigns');
  const [attaching, setAttaching] = useState<ChildType | null>(null);
  const { campaign, counts, performance } = rollUp;
  const { id } = campaign;
  const isOpen = campaign.status !== 'archived';
  const used = usedIn(counts);
  const unused = KIND_ORDER.filter((type) => counts[KINDS[type].counted] === 0);
  const path = `/api/v1/marketing-campaigns/${id}` as const;
  return (
    <>
      <PageHead
        title={campaign.name}
        back={{ href: '/marketing-campaigns', label: t('title') }}
        aside={
          <span className={classes.aside}>
            <CampaignStatus status={campaign.status} />
            <span className={classes.goal}>{t(`goals.${campaign.goal}`)}</span>
          </span>
        }
        lead={campaign.description ?? undefined}
        action={<CampaignActions campaign={campaign} onAttach={setAttaching} />}
      />
      <div className={classes.page}>
        {!isOpen && <p className={classes.note}>{t('detail.archivedNote')}</p>}
        {campaign.status === 'draft' && performance.messagesSent > 0 && <SetLive id={id} />}
        <RollUpPanel counts={counts} performance={performance} />
        {used.map((type) => (
          <ChildGroup
            key={type}
            campaignId={id}
            type={type}
            counted={counts[KINDS[type].counted]}
            aside={
              isOpen && !KINDS[type].isSingle ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('children.attachWhat', { kind: t(`kinds.${type}.title`) })}
                  onClick={() => setAttaching(type)}
                >
                  {t('children.attach')}
                </Button>
              ) : null
            }
          />
        ))}
        {isOpen && unused.length > 0 && (
          <UnusedKinds
            campaignId={id}
            types={unused}
            title={t(used.length === 0 ? 'children.unusedAll' : 'children.unused')}
            onAttach={setAttaching}
          />
        )}
      </div>
      <CurlButton
        title={t('detail.curl')}
        requests={[
          {
            title: t('detail.curlFull'),
            help: t('detail.curlFullHelp'),
            method: 'GET',
            path: `${path}/full` as const,
          },
          {
            title: t('detail.curlAttach'),
            help: t('detail.curlAttachHelp'),
            method: 'POST',
            path: `${path}/attach` as const,
            body: { type: 'discount_code', childIds: ['…'] },
          },
          { title: t('detail.curlUpdate'), method: 'PATCH', path, body: { status: campaign.status } },
        ]}
      />
      <AttachDrawer campaignId={id} type={attaching} onClose={() => setAttaching(null)} />
    </>
  );
}
