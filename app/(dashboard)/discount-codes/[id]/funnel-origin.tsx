'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import classes from './code-detail.module.css';

/** Which funnel minted a code, and for whom; without names once that is over and long ago. */
export function FunnelOrigin({ enrolmentId }: { enrolmentId: string }) {
  const t = useTranslations('discountCodes.rules');
  const { data } = useQuery(useTRPC().funnels.ofEnrolment.queryOptions({ enrolmentId }));
  if (data === undefined) return t('originFunnel');
  const { contactId, funnel } = data;
  return t.rich('originFunnelNamed', {
    funnel: () => (
      <Link href={`/funnels/${funnel.id}`} className={classes.origin}>
        {funnel.name}
      </Link>
    ),
    person: (words) => (
      <Link href={`/contacts/${contactId}`} className={classes.origin}>
        {words}
      </Link>
    ),
  });
}
