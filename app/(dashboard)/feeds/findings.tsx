'use client';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { Issues } from './product';
import { SeverityMark } from './severity-mark';
import classes from './feed.module.css';

interface Props {
  issues: Issues;
  /** The rule by which the products below are filtered. */
  chosen: string;
  onChoose: (rule: string) => void;
}

/** What Google would refuse or warn about; a click shows the products. */
export function Findings({ issues, chosen, onChoose }: Props) {
  const t = useTranslations('feeds');
  const format = useFormat();
  const broken = issues.rules.filter(({ products }) => products > 0);
  const { withErrors, withWarnings, clean } = issues.products;
  // Beside a fault of the whole feed no product is fine.
  const isBroken = issues.feed.some(({ severity }) => severity === 'error');
  return (
    <Panel title={t('findings.title')} flush>
      {issues.feed.map(({ issue, severity }) => (
        <p key={issue} className={classes.whole} role="status">
          <SeverityMark severity={severity} />
          <span>
            {t.rich(`whole.${issue}`, { settings: (chunks) => <Link href="/settings/workspace">{chunks}</Link> })}
          </span>
        </p>
      ))}
      {!isBroken && <p className={classes.verdict}>{t('findings.verdict', { withErrors, withWarnings, clean })}</p>}
      {broken.length === 0 && issues.feed.length === 0 && (
        <p className={classes.clean}>
          <IconCircleCheck {...ICON} />
          {t('findings.none')}
        </p>
      )}
      <ul className={classes.rules}>
        {broken.map(({ rule, severity, limit, products }) => (
          <li key={rule}>
            <button type="button" aria-pressed={chosen === rule} onClick={() => onChoose(chosen === rule ? '' : rule)}>
              <SeverityMark severity={severity} />
              <span>{t(`rules.${rule}.title`, { limit: limit ?? 0 })}</span>
              <span className={classes.products}>{format.number(products)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
