'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { ADDRESS, viewOf, VIEWS } from './commission-address';
import { ReviewList } from './review-list';
import { StatementList } from './statement-list';

/** What affiliates earned: to look at, and to pay. */
export function Commissions() {
  const t = useTranslations('creators.commissions');
  const [address, setAddress] = useAddress(ADDRESS);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Tabs
        value={viewOf(address)}
        onChange={(next) => setAddress({ view: next ?? ADDRESS.view })}
        color="var(--ink)"
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={t('views.label')}>
          {VIEWS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`views.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="commissions">
          <ReviewList />
        </Tabs.Panel>
        <Tabs.Panel value="statements">
          <StatementList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
