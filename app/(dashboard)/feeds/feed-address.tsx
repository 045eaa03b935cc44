'use client';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import type { Issues } from './product';
import classes from './feed.module.css';

/** The addresses to give to the networks, and how many products stand behind them. */
export function FeedAddress({ issues }: { issues: Issues }) {
  const t = useTranslations('feeds.address');
  const format = useFormat();
  const { counts, enabled, feedUrl, metaUrl, tiktokUrl } = issues;
  const addresses = [
    ['google', feedUrl],
    ['meta', metaUrl],
    ['tiktok', tiktokUrl],
  ] as const;
  return (
    <Panel title={t('title')} aside={enabled && <OutsideLink href={feedUrl}>{t('open')}</OutsideLink>}>
      {addresses.map(([network, url]) => (
        <div key={network} className={classes.network}>
          <span>{t(network)}</span>
          <div className={classes.address}>
            <code>{url}</code>
            <CopyButton value={url} what={t(network)} />
          </div>
        </div>
      ))}
      <p className={classes.help}>{t(enabled ? 'help' : 'off')}</p>
      {counts.overLimit > 0 && <p className={classes.help}>{t('pages')}</p>}
      <Facts labels="9.5rem">
        <Fact label={t('inFeed')}>{format.number(counts.inFeed)}</Fact>
        {counts.unavailable > 0 && <Fact label={t('unavailable')}>{format.number(counts.unavailable)}</Fact>}
        {counts.overLimit > 0 && <Fact label={t('overLimit')}>{format.number(counts.overLimit)}</Fact>}
        {counts.archived > 0 && <Fact label={t('archived')}>{format.number(counts.archived)}</Fact>}
      </Facts>
    </Panel>
  );
}
