'use client';
import { useTranslations } from 'next-intl';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import type { LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { Panel } from '@/components/ui/panel';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

/** How a shop builds the address that its customer shares (3 §2.2: there is no url field). */
export function ShareAddress({ link: { code } }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  const path = `r/${code}`;
  return (
    <Panel title={t('share')}>
      <div className={classes.address}>
        <code>
          <span>{t('shop')}/</span>
          {path}
        </code>
        <CopyCode code={path} />
      </div>
      <p className={classes.help}>{t.rich('shareHelp', { path, code: (chunks) => <code>{chunks}</code> })}</p>
    </Panel>
  );
}
