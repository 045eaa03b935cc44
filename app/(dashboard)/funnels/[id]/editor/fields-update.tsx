'use client';
import { ActionIcon, Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

const MOST = 20;
const KINDS = ['text', 'number', 'yes', 'no', 'remove'] as const;
type Kind = (typeof KINDS)[number];

interface Row {
  key: string;
  kind: Kind;
  value: string;
}

function rowOf([key, value]: [string, unknown]): Row {
  if (value === null) return { key, kind: 'remove', value: '' };
  if (typeof value === 'boolean') return { key, kind: value ? 'yes' : 'no', value: '' };
  if (typeof value === 'number') return { key, kind: 'number', value: String(value) };
  return { key, kind: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) };
}

function valueOf({ kind, value }: Row): string | number | boolean | null {
  if (kind === 'remove') return null;
  if (kind === 'yes' || kind === 'no') return kind === 'yes';
  return kind === 'number' ? Number(value) || 0 : value;
}

/** Attributes that are written into the contact, or taken out of it. */
export function UpdateFields({ step, faults, onChange }: FieldsProps<StepOf<'update_contact'>>) {
  const t = useTranslations('funnels.fields.update');
  const [rows, setRows] = useState<readonly Row[]>(() => Object.entries(step.config.attributes).map(rowOf));
  const set = (next: readonly Row[]): void => {
    setRows(next);
    const named = next.filter(({ key }) => key.trim() !== '');
    onChange({
      ...step,
      config: { attributes: Object.fromEntries(named.map((row) => [row.key.trim(), valueOf(row)])) },
    });
  };
  const put = (at: number, patch: Partial<Row>): void =>
    set(rows.map((row, n) => (n === at ? { ...row, ...patch } : row)));
  return (
    <Stack gap="md">
      <p className={classes.help}>{t('help')}</p>
      {rows.map(({ key, kind, value }, at) => (
        <div key={at} className={classes.attribute}>
          <TextInput
            label={t('name')}
            maxLength={100}
            autoComplete="off"
            value={key}
            onChange={({ currentTarget }) => put(at, { key: currentTarget.value })}
          />
          <NativeSelect
            label={t('kind')}
            value={kind}
            data={KINDS.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
            onChange={({ currentTarget }) =>
              put(at, { kind: KINDS.find((known) => known === currentTarget.value) ?? kind })
            }
          />
          {(kind === 'text' || kind === 'number') && (
            <TextInput
              label={t('value')}
              autoComplete="off"
              inputMode={kind === 'number' ? 'decimal' : 'text'}
              value={value}
              onChange={({ currentTarget }) => put(at, { value: currentTarget.value })}
            />
          )}
          {rows.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('remove')}
              onClick={() => set(rows.filter((_, n) => n !== at))}
            >
              <IconTrash {...SMALL_ICON} />
            </ActionIcon>
          )}
        </div>
      ))}
      {faults['config.attributes'] !== undefined && (
        <p className={classes.wrong} role="alert">
          {t('missing')}
        </p>
      )}
      {rows.length < MOST && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => set([...rows, { key: '', kind: 'text', value: '' }])}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
