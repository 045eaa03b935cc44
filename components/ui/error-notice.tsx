'use client';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/components/plan-limits';
import { CopyButton } from '@/components/ui/copy-button';
import { Notice } from '@/components/ui/notice';
import { describeError, problemOf } from '@/components/ui/problem';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';

interface Props {
  error: unknown;
  /** The kind of the failed call, to read or to change something: says whether anything was saved. */
  act: 'read' | 'write';
  onRetry?: () => void;
}

/** The resource that PLAN_LIMIT names. */
const limitOf = (details: Record<string, unknown> | null) => LIMITS.find((known) => known === details?.resource);

/** The notice of an error: what happened, whether anything was saved, what to do, and the request id to copy. */
export function ErrorNotice({ error, act, onRetry }: Props) {
  const t = useTranslations('errors');
  const { what, saved, advice, requestId } = describeError(error, t, act);
  const { code, details } = problemOf(error);
  const element = useIntoSight<HTMLDivElement>(act === 'write' ? error : null);
  return (
    <Notice
      ref={element}
      icon={IconAlertCircle}
      kind="loss"
      role="alert"
      acts={
        (onRetry || requestId) && (
          <>
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {t('retry')}
              </Button>
            )}
            {requestId && <CopyButton value={requestId} label={t('requestId')} what={requestId} />}
          </>
        )
      }
    >
      <strong>{what}</strong>
      <p>
        {saved} {advice} {code === 'PLAN_LIMIT' && <UpgradeLink limit={limitOf(details)} beside />}
      </p>
    </Notice>
  );
}
