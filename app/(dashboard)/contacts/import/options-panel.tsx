'use client';
import { Autocomplete, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { Panel } from '@/components/ui/panel';

export interface ImportOptions {
  /** Empty: no list. */
  listName: string;
  skipExisting: boolean;
}

/** The choice of the list they go to, and of what becomes of people who are contacts already. */
export function OptionsPanel({
  options,
  onChange,
}: {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}) {
  const t = useTranslations('contacts.import.options');
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions()).data ?? [];
  return (
    <Panel title={t('title')}>
      <Stack>
        <Autocomplete
          label={t('list')}
          description={t('listHelp')}
          placeholder={t('listNone')}
          maxLength={120}
          limit={8}
          data={lists.map(({ name }) => name)}
          value={options.listName}
          onChange={(listName) => onChange({ ...options, listName })}
        />
        <Radio.Group
          label={t('existing')}
          value={options.skipExisting ? 'skip' : 'update'}
          onChange={(value) => onChange({ ...options, skipExisting: value === 'skip' })}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="update" label={t('update')} description={t('updateHelp')} />
            <Radio value="skip" label={t('skip')} description={t('skipHelp')} />
          </Stack>
        </Radio.Group>
      </Stack>
    </Panel>
  );
}
