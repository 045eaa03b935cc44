'use client';
import { useTranslations } from 'next-intl';
import type { LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { ShareLink } from '@/app/(dashboard)/referrals/share-link';
import { Panel } from '@/components/ui/panel';

/** The address that the link's customer shares. */
export function ShareAddress({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  return (
    <Panel title={t('share')}>
      <ShareLink link={link} shareText={link.shareText} />
    </Panel>
  );
}
