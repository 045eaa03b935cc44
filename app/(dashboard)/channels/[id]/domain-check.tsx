'use client';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { CheckList } from '@/components/checks/check-list';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import classes from './channel-detail.module.css';

/** What the DNS says of the sender's domain at this moment, and what to enter. */
export function DomainCheck({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.domainCheck');
  const check = useMutation(useTRPC().channels.checkDns.mutationOptions());
  const { fromEmail } = channel.config;
  if (typeof fromEmail !== 'string' || fromEmail === '') return null;
  return (
    <Panel
      title={t('title')}
      aside={
        <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate({ id: channel.id })}>
          {t(check.data === undefined ? 'submit' : 'again')}
        </Button>
      }
    >
      <p className={check.data === undefined && !check.isError ? classes.lead : classes.help}>
        {t('help', { domain: fromEmail.slice(fromEmail.lastIndexOf('@') + 1) })}
      </p>
      {check.isError && <ErrorNotice error={check.error} act="read" />}
      <div role="status">
        {check.data !== undefined && (
          <>
            <CheckList checks={check.data.checks} open />
            <p className={classes.checked}>{t.rich('at', { when: () => <DateTime value={check.data.checkedAt} /> })}</p>
          </>
        )}
      </div>
    </Panel>
  );
}
