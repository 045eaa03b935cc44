'use client';
import { useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { hasIds, liveSnippet, staticSnippet, type PixelIds } from './snippet';
import classes from './pixels.module.css';

const KINDS = ['static', 'live'] as const;
type Kind = (typeof KINDS)[number];

const never = () => () => undefined;

interface Props {
  /** As they are typed. */
  ids: PixelIds;
  accountId: string;
  enabled: boolean;
  className?: string | undefined;
}

/** The code that the shop pastes into its pages, made of what is typed beside it. */
export function SnippetPanel({ ids, accountId, enabled, className }: Props) {
  const t = useTranslations('pixels.snippet');
  const [kind, setKind] = useState<Kind>('static');
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  const words = { fillIn: t('fillIn') };
  const { base, purchase } = kind === 'static' ? staticSnippet(ids, words) : liveSnippet(origin, accountId, words);
  return (
    <div className={className}>
      <Panel title={t('title')}>
        {hasIds(ids) ? (
          <div className={classes.codes}>
            <FilterChips
              label={t('kind')}
              options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              value={kind}
              onChange={setKind}
            />
            <p className={classes.help}>{t(`help.${kind}`)}</p>
            {!enabled && <p className={classes.warning}>{t(kind === 'static' ? 'offStatic' : 'offLive')}</p>}
            <CodeBlock code={base} label={t('base')} help={t('baseHelp')} />
            <CodeBlock code={purchase} label={t('purchase')} help={t('purchaseHelp')} mark="CHECKOUT_SESSION_ID" />
            <p className={classes.help}>{t('dedupe')}</p>
          </div>
        ) : (
          <p className={classes.help}>{t('empty')}</p>
        )}
      </Panel>
    </div>
  );
}
