'use client';
import { Button, Checkbox, Group, Skeleton, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';

type Settings = Outputs['inbox']['settings'];
const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** The answer for times when nobody is there, and words that end or begin what is sent. */
export function AwayPanel() {
  const t = useTranslations('inbox.setup.away');
  const query = useQuery(useTRPC().inbox.settings.queryOptions());
  return (
    <Panel title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.data !== undefined && <AwayForm settings={query.data} />}
    </Panel>
  );
}

function AwayForm({ settings }: { settings: Settings }) {
  const t = useTranslations('inbox.setup.away');
  const save = useMutation(useTRPC().inbox.updateSettings.mutationOptions());
  const [away, setAway] = useState(settings.away);
  const [stopWords, setStopWords] = useState(settings.stopWords);
  const [startWords, setStartWords] = useState(settings.startWords);
  const put = (patch: Partial<Settings['away']>) => setAway({ ...away, ...patch });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ away, stopWords, startWords });
      }}
    >
      <Stack gap="md">
        <Switch
          label={t('enabled')}
          checked={away.enabled}
          onChange={(event) => put({ enabled: event.currentTarget.checked })}
        />
        <Textarea
          label={t('text')}
          autosize
          minRows={2}
          maxLength={1000}
          required
          value={away.text}
          onChange={(event) => put({ text: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={t('days')}
          value={away.days.map(String)}
          onChange={(days) => days.length > 0 && put({ days: days.map(Number).sort((a, b) => a - b) })}
        >
          <Group gap="sm" mt={4}>
            {DAYS.map((day) => (
              <Checkbox key={day} size="xs" value={day} label={t(`weekdays.${day}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group>
          <TextInput
            type="time"
            label={t('from')}
            required
            value={away.from}
            onChange={(event) => put({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('to')}
            required
            value={away.to}
            onChange={(event) => put({ to: event.currentTarget.value })}
          />
        </Group>
        <TagsInput
          label={t('stopWords')}
          description={t('wordsHelp')}
          maxTags={20}
          maxLength={30}
          value={stopWords}
          onChange={setStopWords}
        />
        <TagsInput label={t('startWords')} maxTags={20} maxLength={30} value={startWords} onChange={setStartWords} />
        {save.error !== null && <ErrorNotice error={save.error} act="write" />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
          {save.isSuccess && <span role="status">{t('saved')}</span>}
        </Group>
      </Stack>
    </form>
  );
}
