'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAddress } from '@/components/ui/use-address';
import { AttributionList } from './attribution-list';
import { LinkList } from './link-list';
import { LISTS, viewOf, VIEWS } from './referral-address';

/** The links, or those who came through them. */
export function Lists() {
  const t = useTranslations('referrals.views');
  const [address, setAddress] = useAddress(LISTS);
  const view = viewOf(address);
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
            {t(value)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="links">
        <LinkList />
      </Tabs.Panel>
      <Tabs.Panel value="attributions">
        <AttributionList />
      </Tabs.Panel>
    </Tabs>
  );
}
