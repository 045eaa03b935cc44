'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import { CallsButton } from '@/app/(dashboard)/referrals/calls-button';
import { DetailSkeleton } from '@/app/(dashboard)/referrals/detail-skeleton';
import type { LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { useTRPC } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import { Friends } from './friends';
import { LinkFigures } from './link-figures';
import { ShareAddress } from './share-address';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

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
