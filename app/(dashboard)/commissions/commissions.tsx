'use client';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { ViewTabs } from '@/components/ui/view-tabs';
import { ADDRESS, viewOf, VIEWS } from './commission-address';
import { ReviewList } from './review-list';
import { StatementList } from './statement-list';

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
