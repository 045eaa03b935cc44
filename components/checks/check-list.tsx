'use client';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { ICON } from '@/components/ui/icon';
import type { Check, CheckStatus } from '@/server/modules/messaging/channels/checks-schema';
import classes from './check-list.module.css';

const MARKS = { pass: IconCircleCheck, warn: IconAlertTriangle, fail: IconCircleX };
const ORDER: readonly CheckStatus[] = ['fail', 'warn', 'pass'];

/** The findings of a mailbox provider: those to be mended first, and those in order folded away. */
export function CheckList({ checks, open = false }: { checks: readonly Check[]; open?: boolean }) {
  const t = useTranslations('checks');
  const sorted = checks.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const problems = sorted.filter(({ status }) => status !== 'pass');
  const passed = sorted.filter(({ status }) => status === 'pass');
  return (
    <div>
      {problems.length === 0 ? (
        <p className={classes.fine}>
          <IconCircleCheck {...ICON} aria-hidden />
          {t('allPassed')}
        </p>
      ) : (
        <ul className={classes.list}>
          {problems.map((check, at) => (
            <OneCheck key={`${check.code} ${at}`} check={check} />
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details className={classes.passed} open={open}>
          <summary>{t('passed', { count: passed.length })}</summary>
          <ul className={classes.list}>
            {passed.map((check, at) => (
              <OneCheck key={`${check.code} ${at}`} check={check} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Codes for which something is to be done. */
type Advised = 'spf_missing';

function OneCheck({ check: { kind, status, code, found, values, record } }: { check: Check }) {
  const t = useTranslations('checks');
  const Mark = MARKS[status];
  const says = `says.${code}` as const;
  const advice = `advice.${code}` as `advice.${Advised}`;
  return (
    <li data-status={status}>
      <Mark {...ICON} role="img" aria-label={t(`status.${status}`)} />
      <div>
        <strong>{t(`kinds.${kind}`)}</strong> {t(says as `says.spf_missing`, values)}
        {found.length > 0 && (
          <div className={classes.found}>
            {found.map((text, at) => (
              <code key={at}>{text}</code>
            ))}
          </div>
        )}
        {t.has(advice) && <p>{t(advice, values)}</p>}
        {record !== null && (
          <dl className={classes.record}>
            <Pair label={t('name')} value={record.name} what={t('copyName', { kind: t(`kinds.${kind}`) })} />
            <Pair label={t('value')} value={record.value} what={t('copyValue', { kind: t(`kinds.${kind}`) })} />
          </dl>
        )}
      </div>
    </li>
  );
}

function Pair({ label, value, what }: { label: string; value: string; what: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton value={value} what={what} />
      </dd>
    </div>
  );
}
