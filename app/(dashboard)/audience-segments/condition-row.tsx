'use client';
import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { SHOP_EVENT } from '@/server/modules/audience/audience-segments/vocabulary';
import { ConditionValue } from './condition-value';
import { conditionOf, isEventOp, onField, withOp, type ConditionDraft, type Op } from './draft';
import { PropertyFields } from './property-fields';
import type { KnownField } from './segment';
import { groupOf, type ConditionWords, type FieldGroup } from './use-condition-words';
import classes from './builder.module.css';

interface Props {
  condition: ConditionDraft;
  /** From 1, in its group. */
  position: number;
  fields: readonly KnownField[];
  words: ConditionWords;
  /** Contacts that satisfy it alone. */
  count: number | undefined;
  stale: boolean;
  /** Words for what is wrong with it. */
  fault: string | undefined;
  onChange: (condition: ConditionDraft) => void;
  /** Absent where it is the only one. */
  onRemove: (() => void) | undefined;
}

const GROUPS: readonly FieldGroup[] = ['contact', 'subscriptions', 'attributes', 'lists', 'events', 'socialHandles'];
const ATTRIBUTE_NAME = /^[^.\s][^.]*(\.[^.]+)*$/;
const ANY_ATTRIBUTE: Pick<KnownField, 'type' | 'ops'> = {
  type: 'text',
  ops: ['eq', 'neq', 'contains', 'starts_with', 'in', 'not_in', 'has', 'has_not', 'is_set', 'not_set'],
};

/** One condition: what is asked, how, with what, and how many it finds by itself. */
export function ConditionRow({ condition, position, fields, words, count, stale, fault, onChange, onRemove }: Props) {
  const t = useTranslations('audienceSegments.builder');
  const format = useFormat();
  const [search, setSearch] = useState('');
  const known = fields.find(({ field }) => field === condition.field);
  const all =
    known || condition.field === ''
      ? fields
      : [...fields, { ...ANY_ATTRIBUTE, field: condition.field, type: condition.type, values: [] }];
  const byGroup = GROUPS.map((group) => ({
    group: t(`groups.${group}`),
    items: all
      .filter(({ field, type }) => groupOf(field, type) === group)
      .map(({ field }) => ({ value: field, label: words.fieldName(field) })),
  })).filter(({ items }) => items.length > 0);
  // Any attribute can be asked for, also one that no contact has yet.
  const asked = search.trim();
  const isNew =
    ATTRIBUTE_NAME.test(asked) &&
    asked.length <= 100 &&
    !byGroup.some(({ items }) => items.some(({ label, value }) => label === asked || value === `attributes.${asked}`));
  const data = isNew
    ? [...byGroup, { group: t('otherAttribute'), items: [{ value: `attributes.${asked}`, label: asked }] }]
    : byGroup;
  const ops: readonly Op[] = [
    ...new Set([
      ...(known !== undefined && known.type === condition.type
        ? known.ops
        : isEventOp(condition.op)
          ? (known?.ops ?? [])
          : ANY_ATTRIBUTE.ops),
      condition.op,
    ]),
  ];

  return (
    <div
      className={classes.condition}
      role="group"
      aria-label={t('condition', { position })}
      data-faulty={fault !== undefined || undefined}
    >
      <Select
        className={classes.field}
        aria-label={t('field')}
        placeholder={t('chooseField')}
        data={data}
        value={condition.field === '' ? null : condition.field}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        nothingFoundMessage={t('noField')}
        onSearchChange={setSearch}
        error={condition.field === '' ? fault : undefined}
        onChange={(field) =>
          field !== null &&
          onChange(onField(condition, fields.find((each) => each.field === field) ?? { ...ANY_ATTRIBUTE, field }))
        }
      />
      {condition.field !== '' && (
        <>
          <Select
            className={classes.op}
            aria-label={t('op')}
            data={ops.map((op) => ({ value: op, label: words.opName(op, condition.type) }))}
            value={condition.op}
            allowDeselect={false}
            onChange={(op) => op !== null && onChange(withOp(condition, op))}
          />
          <div className={classes.value}>
            <ConditionValue
              condition={condition}
              known={known}
              words={words}
              error={fault}
              onChange={(changes) => onChange({ ...condition, ...changes })}
            />
          </div>
          {condition.field.startsWith(SHOP_EVENT) && (
            <div className={classes.properties}>
              <PropertyFields
                where={condition.where}
                known={known?.properties ?? []}
                opName={(op) => words.opName(op, 'text')}
                onChange={(where) => onChange({ ...condition, where })}
              />
            </div>
          )}
        </>
      )}
      <div className={classes.end}>
        <span className={classes.found} data-stale={stale || undefined} aria-live="polite">
          {count !== undefined && conditionOf(condition) !== null && t('found', { count, shown: format.number(count) })}
        </span>
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('removeCondition', { position })}
            onClick={onRemove}
          >
            <IconX {...SMALL_ICON} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
