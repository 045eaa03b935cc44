'use client';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import type { Issues } from './product';
import classes from './feed.module.css';

/** The address to give to Merchant Center, and how many products stand behind it. */
export function FeedAddress({ issues }: { issues: Issues }) {
  const t = useTranslations('feeds.address');
  const format = useFormat();
  const { counts, enabled, feedUrl } = issues;
  return (
    <Panel title={t('title')} aside={enabled && <OutsideLink href={feedUrl}>{t('open')}</OutsideLink>}>
      <div className={classes.address}>
        <code>{feedUrl}</code>
        <CopyButton value={feedUrl} what={t('title')} />
      </div>
      <p className={classes.help}>{t(enabled ? 'help' : 'off')}</p>
      <Facts labels="9.5rem">
        <Fact label={t('inFeed')}>{format.number(counts.inFeed)}</Fact>
        {counts.unavailable > 0 && <Fact label={t('unavailable')}>{format.number(counts.unavailable)}</Fact>}
        {counts.overLimit > 0 && <Fact label={t('overLimit')}>{format.number(counts.overLimit)}</Fact>}
        {counts.archived > 0 && <Fact label={t('archived')}>{format.number(counts.archived)}</Fact>}
      </Facts>
    </Panel>
  );
}
