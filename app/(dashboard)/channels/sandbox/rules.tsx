'use client';
import { NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import { RULES } from '@/server/resources/sandbox/vocabulary';
import classes from './outbox.module.css';

/** Whether recipients react by themselves, and what each vendor says to the next message. */
export function Rules() {
  const t = useTranslations('channels.sandbox.rules');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.sandbox.rules.queryOptions(undefined, { retry: false }));
  const keep = {
    onSuccess: (rules: NonNullable<typeof query.data>) =>
      queryClient.setQueryData(trpc.sandbox.rules.queryKey(), rules),
  };
  const setRule = useMutation(trpc.sandbox.setRule.mutationOptions(keep));
  const setLively = useMutation(trpc.sandbox.setLively.mutationOptions(keep));
  if (query.data === undefined) return null;
  const change = (provider: ProviderId, value: string) => {
    const rule = RULES.find((known) => known === value);
    if (rule !== undefined) setRule.mutate({ provider, rule });
  };
  return (
    <Panel className={classes.rules}>
      <Switch
        label={t('lively')}
        description={t('livelyHelp')}
        checked={query.data.lively}
        onChange={(event) => setLively.mutate({ lively: event.currentTarget.checked })}
      />
      {query.data.rules.length > 0 && (
        <details className={classes.more}>
          <summary>{t('title')}</summary>
          <p className={classes.help}>{t('help')}</p>
          <div className={classes.selects}>
            {query.data.rules.map(({ provider, rule }) => (
              <NativeSelect
                key={provider}
                label={providerEntry(provider).label}
                value={rule}
                data={RULES.map((value) => ({ value, label: t(`answers.${value}`) }))}
                onChange={(event) => change(provider, event.currentTarget.value)}
              />
            ))}
          </div>
        </details>
      )}
      {(setRule.error ?? setLively.error) !== null && (
        <ErrorNotice error={setRule.error ?? setLively.error} act="write" />
      )}
    </Panel>
  );
}
