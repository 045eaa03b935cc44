'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAddress } from '@/components/ui/use-address';
import { AttributionList } from './attribution-list';
import { LinkList } from './link-list';

const VIEWS = ['links', 'attributions'] as const;
/** What the lists put into the address as well: it begins anew with each of them. */
const DEFAULTS = { view: 'links', q: '', sort: 'newest', status: 'all' };

/** The links, or those who came through them. */
export function Lists() {
  const t = useTranslations('referrals.views');
  const [address, setAddress] = useAddress(DEFAULTS);
  const view = VIEWS.find((known) => known === address.view) ?? 'links';
  return (
    <Tabs
      value={view}
      onChange={(next) => setAddress({ ...DEFAULTS, view: next ?? 'links' })}
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
