'use client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useAddress } from '@/components/ui/use-address';
import { AttributionList } from './attribution-list';
import { LinkList } from './link-list';
import { funnelOptions, LISTS, OVERVIEW, overviewOf, viewOf, VIEWS } from './referral-address';
import { ReviewList } from './review-list';

/** The links, those who came through them, and what is held back of their rewards. */
export function Lists() {
  const t = useTranslations('referrals.views');
  const [address, setAddress] = useAddress(LISTS);
  const view = viewOf(address);
  const [overview] = useAddress(OVERVIEW);
  const waiting = useQuery(funnelOptions(useTRPC(), overviewOf(overview))).data?.waiting ?? 0;
  return (
    <Tabs
      value={view}
      onChange={(next) => setAddress({ ...LISTS, view: next ?? 'links' })}
      color="var(--ink)"
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={t('label')}>
        {VIEWS.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {value === 'reviews' && waiting > 0 ? t('waiting', { count: waiting }) : t(value)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="links">
        <LinkList />
      </Tabs.Panel>
      <Tabs.Panel value="attributions">
        <AttributionList />
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <ReviewList />
      </Tabs.Panel>
    </Tabs>
  );
}
