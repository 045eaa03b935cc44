'use client';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import { CallsButton } from '@/app/(dashboard)/referrals/calls-button';
import { DetailSkeleton } from '@/app/(dashboard)/referrals/detail-skeleton';
import { useTRPC } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import classes from '@/app/(dashboard)/referrals/detail.module.css';
import { ShareLink } from '@/app/(dashboard)/referrals/share-link';
import { Panel } from '@/components/ui/panel';
import { useAttributionColumns } from '@/app/(dashboard)/referrals/use-attribution-columns';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { friendOptions } from './link-reads';
import { shareOf, type LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { Figure } from '@/components/ui/figure';

/** The results of the link since it was made. */
function LinkFigures({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals');
  const format = useFormat();
  const { clicks, signups, rewards, revenues, pending, lastClickAt } = link;
  const share = (key: 'conversion' | 'ofSignups', part: number, whole: number) => {
    const ratio = shareOf(part, whole);
    return ratio === null ? undefined : (
      <p className={classes.detail}>{t(`link.${key}`, { percent: format.percent(ratio), pending })}</p>
    );
  };
  return (
    <Panel title={t('link.figures')}>
      <div className={classes.figures}>
        <Figure
          label={t('figures.clicks')}
          current={clicks}
          chart={
            lastClickAt !== null && (
              <p className={classes.detail}>{t('link.lastClick', { date: format.dateTime(lastClickAt) })}</p>
            )
          }
        />
        <Figure label={t('figures.signups')} current={signups} chart={share('conversion', signups, clicks)} />
        <Figure label={t('figures.rewards')} current={rewards} chart={share('ofSignups', rewards, signups)} />
        {revenues.map(({ currency, amount }) => (
          <Figure
            key={currency}
            label={revenues.length > 1 ? t('figures.revenueIn', { currency }) : t('figures.revenue')}
            current={amount}
            write={(value) => format.money(value, currency)}
          />
        ))}
      </div>
    </Panel>
  );
}

/** The people who came through the link, newest first. */
function Friends({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  // The referrer is the same in every row.
  const columns = useAttributionColumns().filter(({ key }) => key !== 'referrer');
  const list = listedInPages(useInfiniteQuery(friendOptions(useTRPC(), link.id)), (page) => page.items);
  return (
    <section className={classes.wide} aria-labelledby="friends">
      <h2 id="friends">{t('friends')}</h2>
      <TableList
        list={list}
        none={<p className={classes.none}>{t('noFriends')}</p>}
        label={t('friends')}
        columns={columns}
        rowHref={({ id }) => `/referrals/attributions/${id}`}
        isDimmed={({ status }) => status === 'expired' || status === 'voided'}

        rowsBefore={3}
      />
    </section>
  );
}

/** The address that the link's customer shares. */
function ShareAddress({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  return (
    <Panel title={t('share')}>
      <ShareLink link={link} shareText={link.shareText} />
    </Panel>
  );
}

/** The customer, by name where there is a contact. */
function Owner({ link: { customer, customerId } }: { link: LinkDetails }) {
  if (customer === null) return <code className={classes.id}>{customerId}</code>;
  return (
    <Link href={`/contacts/${customer.id}`} className={classes.owner}>
      {customer.name}
    </Link>
  );
}

/** One customer's link: what it brought, how it is shared, and who came. */
export function LinkDetail({ id }: { id: string }) {
  const t = useTranslations('referrals.link.gone');
  const query = useQuery(useTRPC().referrals.getLink.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/referrals', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton />}>
      {(link) => <About link={link} />}
    </DetailPage>
  );
}

function About({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  const format = useFormat();
  const title = (
    <span className={classes.title}>
      <code>{link.code}</code>
      <CopyCode code={link.code} />
    </span>
  );
  return (
    <>
      <PageHead
        title={title}
        lead={t.rich('lead', { customer: () => <Owner link={link} />, date: format.dateTime(link.createdAt) })}
        back={{ href: '/referrals', label: t('back') }}
      />
      <div className={classes.page} data-even>
        <LinkFigures link={link} />
        <ShareAddress link={link} />
        <Friends link={link} />
      </div>
      <CallsButton link={link} />
    </>
  );
}
