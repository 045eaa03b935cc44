'use client';
import { ActionIcon, Button, Checkbox, Menu, Select, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import fieldClasses from '@/components/ui/form-fields.module.css';
import { ATTRIBUTE_TYPES, MOST_ATTRIBUTES, OWN_FIELDS } from '@/server/modules/audience/forms/vocabulary';
import { newField, type FieldValues } from './form-values';
import classes from './forms.module.css';

interface Props {
  fields: readonly FieldValues[];
  onChange: (fields: FieldValues[]) => void;
  problem: ReactNode;
}

/** The fields that a form asks for, in their order in the form. */
export function FieldRows({ fields, onChange, problem }: Props) {
  const t = useTranslations('forms');
  const change = (line: number, changed: Partial<FieldValues>) =>
    onChange(fields.map((each) => (each.line === line ? { ...each, ...changed } : each)));
  const move = (from: number, to: number) => {
    const moved = [...fields];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  const add = (field: FieldValues['field']) =>
    onChange([...fields, newField(field, Math.max(-1, ...fields.map(({ line }) => line)) + 1)]);
  const own = fields.filter(({ field }) => field === 'attribute').length;
  const free = OWN_FIELDS.filter((name) => !fields.some(({ field }) => field === name));
  return (
    <>
      <ol className={classes.fields}>
        {fields.map((each, index) => {
          const name = each.field === 'attribute' && each.label !== '' ? each.label : t(`fields.${each.field}`);
          return (
            <li key={each.line} className={classes.field}>
              <div className={classes.fieldHead}>
                <strong>{name}</strong>
                {fields.length > 1 && (
                  <>
                    <Act label={t('form.up', { name })} isOff={index === 0} onClick={() => move(index, index - 1)}>
                      <IconChevronUp {...SMALL_ICON} />
                    </Act>
                    <Act
                      label={t('form.down', { name })}
                      isOff={index === fields.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <IconChevronDown {...SMALL_ICON} />
                    </Act>
                    <Act
                      label={t('form.remove', { name })}
                      onClick={() => onChange(fields.filter(({ line }) => line !== each.line))}
                    >
                      <IconX {...SMALL_ICON} />
                    </Act>
                  </>
                )}
              </div>
              <Field values={each} onChange={(changed) => change(each.line, changed)} />
            </li>
          );
        })}
      </ol>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {own >= MOST_ATTRIBUTES && free.length === 0 ? (
        <p className={classes.soft}>{t('form.most')}</p>
      ) : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus {...SMALL_ICON} />}
              style={{ alignSelf: 'start' }}
            >
              {t('form.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((name) => (
              <Menu.Item key={name} onClick={() => add(name)}>
                {t(`fields.${name}`)}
              </Menu.Item>
            ))}
            {own < MOST_ATTRIBUTES && <Menu.Item onClick={() => add('attribute')}>{t('fields.attribute')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function Act({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      disabled={isOff}
      bg="transparent"
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

function Field({ values, onChange }: { values: FieldValues; onChange: (changed: Partial<FieldValues>) => void }) {
  const t = useTranslations('forms');
  const isOwn = values.field === 'attribute';
  return (
    <div className={classes.fieldBody}>
      <div className={fieldClasses.pair}>
        <TextInput
          label={t('form.label')}
          placeholder={isOwn ? '' : t('form.usualLabel')}
          maxLength={120}
          autoComplete="off"
          value={values.label}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        {isOwn && (
          <TextInput
            label={t('form.key')}
            placeholder={t('form.keyHelp')}
            maxLength={60}
            autoComplete="off"
            value={values.key}
            onChange={({ currentTarget }) => onChange({ key: currentTarget.value })}
          />
        )}
      </div>
      {isOwn && (
        <div className={fieldClasses.pair}>
          <Select
            label={t('form.type')}
            allowDeselect={false}
            data={ATTRIBUTE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={values.type}
            onChange={(type) => onChange({ type: ATTRIBUTE_TYPES.find((known) => known === type) ?? 'text' })}
          />
        </div>
      )}
      {isOwn && values.type === 'choice' && (
        <Textarea
          label={t('form.options')}
          autosize
          minRows={2}
          maxRows={10}
          value={values.options}
          onChange={({ currentTarget }) => onChange({ options: currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('form.required')}
        checked={values.required}
        onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
      />
    </div>
  );
}
