'use client';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { ICON } from '@/components/ui/icon';
import { describeError } from '@/components/ui/problem';
import classes from './error-notice.module.css';

interface Props {
  error: unknown;
  /** Whether the failed call was to read or to change something: says whether anything was saved. */
  act: 'read' | 'write';
  onRetry?: () => void;
}

/** What happened, whether anything was saved, what to do, and the request id to copy. */
export function ErrorNotice({ error, act, onRetry }: Props) {
  const t = useTranslations('errors');
  const { what, saved, advice, requestId } = describeError(error, t, act);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertCircle {...ICON} />
      <div className={classes.words}>
        <strong>{what}</strong>
        <p>
          {saved} {advice}
        </p>
        {(onRetry || requestId) && (
          <div className={classes.acts}>
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {t('retry')}
              </Button>
            )}
            {requestId && <CopyButton value={requestId} label={t('requestId')} what={requestId} />}
          </div>
        )}
      </div>
    </div>
  );
}
