'use client';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './account.module.css';

const SetUpDrawer = whenOpened(async () => (await import('./security-drawers')).SetUpDrawer);
const RenewDrawer = whenOpened(async () => (await import('./security-drawers')).RenewDrawer);
const SwitchOffDrawer = whenOpened(async () => (await import('./security-drawers')).SwitchOffDrawer);

/** So few recovery codes that it is time for new ones. */
const FEW = 3;

/** What signing in takes beside the password. */
export function SecurityPanel() {
  const t = useTranslations('settings.account.security');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.secondFactor.queryOptions());
  const [opened, setOpened] = useState<'set-up' | 'renew' | 'off'>();
  const close = () => setOpened(undefined);
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  return (
    <Panel title={t('title')}>
      {query.data === undefined ? (
        <Skeleton height={56} />
      ) : query.data.enabledAt === null ? (
        <Stack>
          <p className={classes.note}>{t('off.lead')}</p>
          <div>
            <Button variant="default" onClick={() => setOpened('set-up')}>
              {t('off.action')}
            </Button>
          </div>
        </Stack>
      ) : (
        <On
          enabledAt={query.data.enabledAt}
          left={query.data.recoveryCodesLeft}
          onRenew={() => setOpened('renew')}
          onOff={() => setOpened('off')}
        />
      )}
      <SetUpDrawer opened={opened === 'set-up'} onClose={close} />
      <RenewDrawer opened={opened === 'renew'} onClose={close} />
      <SwitchOffDrawer opened={opened === 'off'} onClose={close} />
    </Panel>
  );
}

interface OnProps {
  enabledAt: string;
  left: number;
  onRenew: () => void;
  onOff: () => void;
}

function On({ enabledAt, left, onRenew, onOff }: OnProps) {
  const t = useTranslations('settings.account.security');
  return (
    <Stack>
      <Facts labels="8rem">
        <Fact label={t('on.codes')}>
          <span className={classes.since}>
            <Status kind="on">{t('on.state')}</Status>
            <span>{t.rich('on.since', { when: () => <DateTime value={enabledAt} /> })}</span>
          </span>
        </Fact>
        <Fact label={t('on.recovery')}>
          <Status kind={left === 0 ? 'failed' : left <= FEW ? 'waiting' : 'on'}>{t('on.left', { left })}</Status>
        </Fact>
      </Facts>
      {left <= FEW && <p className={classes.note}>{t('on.few')}</p>}
      <Group gap={8}>
        <Button variant="default" onClick={onRenew}>
          {t('renew.action')}
        </Button>
        <Button variant="default" onClick={onOff}>
          {t('switchOff.action')}
        </Button>
      </Group>
    </Stack>
  );
}
