'use client';
import { Anchor } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { useClock } from '@/components/ui/use-clock';
import { dateTimeFormat } from '@/server/platform/lib/formats';
import own from './workspace.module.css';

interface Props {
  name: string;
  logoUrl: string | null;
  timeZone: string;
  currency: string;
  workspaceId: string;
}

/** A round sum, in the smallest unit: 150,000 of a currency without cents, 1,500.00 of one with two. */
const SAMPLE = 150_000;

/**
 * The places where the settings show: the head of the public blog, the dashboard's own corner, an amount and the time
 * of day.
 */
export function WorkspacePreview({ name, logoUrl, timeZone, currency, workspaceId }: Props) {
  const t = useTranslations('settings.workspace.preview');
  const locale = useLocale();
  const now = useClock();
  const { money } = useFormat();
  const shown = name.trim() === '' ? t('nameless') : name.trim();
  const time = dateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(now);
  return (
    <aside aria-label={t('title')}>
      <Panel title={t('title')}>
        <div className={own.previews}>
          <figure>
            <figcaption>{t('blog')}</figcaption>
            <div className={own.blog}>
              <div className={own.blogHead}>
                {logoUrl !== null && <img src={logoUrl} alt="" />}
                <strong>{shown}</strong>
              </div>
              <div className={own.lines} aria-hidden>
                <span />
                <span />
                <span />
              </div>
            </div>
            <Anchor href={`/b/${workspaceId}`} target="_blank" size="sm">
              {t('openBlog')}
            </Anchor>
          </figure>
          <figure>
            <figcaption>{t('dashboard')}</figcaption>
            <div className={own.corner}>
              <WorkspaceMark name={shown} logoUrl={logoUrl} />
              <strong>{shown}</strong>
            </div>
          </figure>
          <dl className={own.facts}>
            <div>
              <dt>{t('amount')}</dt>
              <dd>{money(SAMPLE, currency)}</dd>
            </div>
            <div>
              <dt>{t('time')}</dt>
              <dd>{time}</dd>
            </div>
          </dl>
        </div>
      </Panel>
    </aside>
  );
}
