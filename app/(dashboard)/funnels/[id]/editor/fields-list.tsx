'use client';
import { SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { StepOf } from '@/server/resources/funnels/definition-schema';
import type { FieldsProps } from './step-fields';

/** Onto a list, or off it. */
export function ListFields({ step, faults, board, onChange }: FieldsProps<StepOf<'list'>>) {
  const t = useTranslations('funnels');
  const adds = 'add' in step.config;
  const listId = 'add' in step.config ? step.config.add : step.config.remove;
  const set = (isAdding: boolean, id: string) => onChange({ ...step, config: isAdding ? { add: id } : { remove: id } });
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('fields.listHow')}
        value={adds ? 'add' : 'remove'}
        data={[
          { value: 'add', label: t('words.listAdd') },
          { value: 'remove', label: t('words.listRemove') },
        ]}
        onChange={(how) => set(how === 'add', listId)}
      />
      <Select
        label={t('fields.list')}
        searchable
        allowDeselect={false}
        error={faults.config ?? faults['config.add'] ?? faults['config.remove']}
        value={listId}
        data={board.words.names.lists.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => set(adds, id ?? listId)}
      />
    </Stack>
  );
}

/** The reason is what figures and webhooks call it. */
export function ExitFields({ step, faults, onChange }: FieldsProps<StepOf<'exit'>>) {
  const t = useTranslations('funnels.fields');
  return (
    <TextInput
      label={t('reason')}
      description={t('reasonHelp')}
      maxLength={60}
      autoComplete="off"
      error={faults['config.reason']}
      value={step.config.reason}
      onChange={({ currentTarget }) => onChange({ ...step, config: { reason: currentTarget.value } })}
    />
  );
}
