'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AttributionStatus, isHeld } from '@/app/(dashboard)/referrals/attribution-status';
import { CallsButton } from '@/app/(dashboard)/referrals/calls-button';
import { HeldReward } from '@/app/(dashboard)/referrals/held-reward';
import { DetailSkeleton } from '@/app/(dashboard)/referrals/detail-skeleton';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { AttributionFacts } from './attribution-facts';
import {
  IconBan,
  IconClick,
  IconClockPause,
  IconCreditCard,
  IconGift,
  IconHourglass,
  IconLink,
  IconShoppingCart,
  IconUserCheck,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Way as WayData } from '@/app/(dashboard)/referrals/referral';
import { DateTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { useClock } from '@/components/ui/use-clock';
import { RewardCode } from './reward-code';
import classes from './way.module.css';

interface Step {
  key: string;
  icon: Icon;
  title: ReactNode;
  detail?: ReactNode;
  /** Under all of it, over the whole width. */
  more?: ReactNode;
  /** The time; nothing if it is not known to the minute. */
  at?: string | null;
  /** Not there yet, or came to nothing. */
  tone?: 'open' | 'bad';
}

/** The events, in the order in which they happened, and those still to come. */
function Way({ way }: { way: WayData }) {
  const steps = [...useBeginning(way), ...useEnd(way)];
  return (
    <ol className={classes.way}>
      {steps.map((step) => (
        <li key={step.key} data-tone={step.tone}>
          <span className={classes.mark}>
            <step.icon {...SMALL_ICON} />
          </span>
          <div className={classes.step}>
            <p>{step.title}</p>
            {step.detail}
          </div>
          {step.at && (
            <span className={classes.when}>
              <DateTime value={step.at} />
            </span>
          )}
          {step.more && <div className={classes.more}>{step.more}</div>}
        </li>
      ))}
    </ol>
  );
}

/** The link, its clicks, the sign-up. */
function useBeginning(way: WayData): Step[] {
  const t = useTranslations('referrals.attribution.steps');
  const format = useFormat();
  const { count, first, last } = way.clicksBefore;
  const between =
    first === null || last === null || count === 1
      ? null
      : t('clickedBetween', { first: format.dateTime(first), last: format.dateTime(last) });
  const person = (contact: WayData['referrer'], id: string) => <strong>{contact?.name ?? id}</strong>;
  return [
    {
      key: 'issued',
      icon: IconLink,
      title: t.rich('issued', {
        person: () => person(way.referrer, way.referrerCustomerId),
        link: () => <Link href={`/referrals/links/${way.link.id}`}>{way.link.code}</Link>,
      }),
      at: way.link.createdAt,
    },
    {
      key: 'clicked',
      icon: IconClick,
      title: t('clicked', { count }),
      detail: between !== null && <small>{between}</small>,
      at: count === 1 ? last : null,
    },
    {
      key: 'signedUp',
      icon: IconUserPlus,
      title: t.rich('signedUp', { person: () => person(way.referee, way.refereeCustomerId) }),
      detail: <small>{t('window', { date: format.dateTime(way.expiresAt) })}</small>,
      at: way.createdAt,
    },
  ];
}

/** The checkout, and what came of it. */
function useEnd(way: WayData): Step[] {
  const t = useTranslations('referrals.attribution.steps');
  const reasons = useTranslations('referrals.reasons');
  const format = useFormat();
  const overdue = Date.parse(way.expiresAt) <= useClock();
  const { status, qualifyingCheckoutSessionId: session, amount, currency } = way;
  const checkout: Step =
    session === null
      ? {
          key: 'checkout',
          icon: IconShoppingCart,
          title: t(status === 'pending' ? 'checkoutNone' : 'checkoutNever'),
          detail: status === 'pending' && <small>{t('checkoutHelp')}</small>,
          tone: 'open',
        }
      : {
          key: 'checkout',
          icon: IconShoppingCart,
          title: t.rich('checkout', { session: () => <code>{session}</code> }),
        };
  const held: Step[] =
    way.heldUntil === undefined || amount === null || currency === null
      ? []
      : [
          {
            key: 'held',
            icon: IconHourglass,
            title: t('held', { amount: format.money(amount, currency) }),
            detail: (
              <small>
                {t(way.needsReview === true ? 'heldForPerson' : 'heldUntil', { date: format.dateTime(way.heldUntil) })}
              </small>
            ),
            ...(status === 'pending' && { tone: 'open' as const }),
          },
          ...(way.reviewedAt === undefined
            ? []
            : [
                {
                  key: 'reviewed',
                  icon: IconUserCheck,
                  title: t('reviewed'),
                  detail: way.reviewNote !== undefined && <small>{way.reviewNote}</small>,
                  at: way.reviewedAt,
                },
              ]),
        ];
  const paid: Step[] =
    way.rewardedAt === null || amount === null || currency === null
      ? []
      : [
          {
            key: 'paid',
            icon: IconCreditCard,
            title: t('paid', { amount: format.money(amount, currency) }),
            // A held reward was paid for earlier, at a time that the row does not have.
            at: way.heldUntil === undefined ? way.rewardedAt : null,
          },
          { key: 'codes', icon: IconGift, title: t('codes'), more: <Codes way={way} />, at: way.rewardedAt },
        ];
  switch (status) {
    case 'pending':
      if (held.length > 0) return [checkout, ...held];
      return [
        checkout,
        overdue
          ? {
              key: 'overdue',
              icon: IconClockPause,
              title: t('overdue'),
              detail: <small>{t('overdueHelp')}</small>,
              at: way.expiresAt,
              tone: 'open',
            }
          : {
              key: 'waiting',
              icon: IconHourglass,
              title: t('waiting'),
              detail: <small>{t('waitingHelp', { date: format.dateTime(way.expiresAt) })}</small>,
              tone: 'open',
            },
      ];
    case 'rewarded':
      return [checkout, ...held, ...paid];
    case 'expired':
      return [checkout, { key: 'expired', icon: IconClockPause, title: t('expired'), at: way.expiresAt, tone: 'bad' }];
    case 'voided':
      return [
        checkout,
        ...held,
        ...paid,
        {
          key: 'voided',
          icon: IconBan,
          title: t('voided'),
          detail: way.voidReason !== null && <small>{reasons(way.voidReason)}</small>,
          at: way.updatedAt,
          tone: 'bad',
        },
      ];
  }
}

function Codes({ way }: { way: WayData }) {
  return (
    <div className={classes.codes}>
      {way.codes.referrer && <RewardCode side="referrer" code={way.codes.referrer} />}
      {way.codes.referee && <RewardCode side="referee" code={way.codes.referee} />}
    </div>
  );
}

const LIST = '/referrals?view=attributions';

/** One friend's way from a link to a reward. */
export function AttributionDetail({ id }: { id: string }) {
  const t = useTranslations('referrals.attribution.gone');
  const query = useQuery(useTRPC().referrals.getAttribution.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: LIST, label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton />}>
      {(attribution) => <About attribution={attribution} />}
    </DetailPage>
  );
}

function About({ attribution }: { attribution: Outputs['referrals']['getAttribution'] }) {
  const t = useTranslations('referrals.attribution');
  const { referee, referrer, refereeCustomerId, referrerCustomerId } = attribution;
  return (
    <>
      <PageHead
        title={t('title', {
          referee: referee?.name ?? refereeCustomerId,
          referrer: referrer?.name ?? referrerCustomerId,
        })}
        aside={<AttributionStatus of={attribution} />}
        back={{ href: LIST, label: t('back') }}
      />
      <WithSide
        side={
          <Panel title={t('facts')}>
            <AttributionFacts attribution={attribution} />
          </Panel>
        }
      >
        {isHeld(attribution) && (
          <Panel title={t('review')}>
            <HeldReward attribution={attribution} />
          </Panel>
        )}
        <Panel title={t('way')}>
          <Way way={attribution} />
        </Panel>
      </WithSide>
      <CallsButton link={{ code: attribution.link.code, customerId: referrerCustomerId }} />
    </>
  );
}
