'use client';
import { Autocomplete, NumberInput, Select, TagsInput } from '@mantine/core';
import { useTimeZone, useTranslations } from 'next-intl';
import { toClock, toInstant } from '@/components/ui/clock-time';
import { InstantField } from '@/components/ui/instant-field';
import type { ConditionDraft } from './draft';
import type { KnownField } from './segment';
import type { ConditionWords } from './use-condition-words';
import classes from './builder.module.css';

interface Props {
  condition: ConditionDraft;
  known: KnownField | undefined;
  words: ConditionWords;
  error: string | undefined;
  onChange: (changes: Partial<ConditionDraft>) => void;
}

const STATES = ['subscribed', 'unsubscribed', 'pending'];
const COMPARED_WHOLE: ReadonlySet<string> = new Set(['eq', 'neq', 'has', 'has_not']);
const MAX_DAYS = 3650;
const MAX_EVENT_DAYS = 365;
const whole = (value: string | number): number | '' => (typeof value === 'number' ? value : '');

/** The fields for what a condition compares with: their kind follows from the field's type and the operator. */
export function ConditionValue({ condition, known, words, error, onChange }: Props) {
  const t = useTranslations('audienceSegments.builder');
  const timeZone = useTimeZone() ?? 'UTC';
  const { type, op, value, upTo, values, count, withinDays, field } = condition;

  if (type === 'event') {
    return (
      <div className={classes.event}>
        {op !== 'none' && (
          <NumberInput
            hideControls
            aria-label={t('count')}
            value={count}
            min={op === 'at_least' ? 1 : 0}
            max={1_000_000}
            allowDecimal={false}
            error={error}
            suffix={t('timesSuffix')}
            onChange={(next) => onChange({ count: whole(next) })}
          />
        )}
        <NumberInput
          hideControls
          aria-label={t('withinDays')}
          value={withinDays}
          min={1}
          max={MAX_EVENT_DAYS}
          clampBehavior="strict"
          allowDecimal={false}
          placeholder={t('ever')}
          prefix={t('daysPrefix')}
          suffix={t('daysSuffix')}
          onChange={(next) => onChange({ withinDays: whole(next) })}
        />
      </div>
    );
  }
  if (op === 'is_set' || op === 'not_set') return null;
  if (type === 'list') {
    const data = (words.lists ?? []).map((list) => ({ value: list.id, label: list.name }));
    return (
      <Select
        aria-label={t('list')}
        placeholder={t('chooseList')}
        data={data}
        value={value === '' ? null : String(value)}
        searchable
        nothingFoundMessage={t('noList')}
        error={error}
        onChange={(next) => onChange({ value: next ?? '' })}
      />
    );
  }
  if (op === 'within_days' || op === 'not_within_days') {
    return (
      <NumberInput
        aria-label={t('days')}
        value={typeof value === 'number' ? value : ''}
        min={1}
        max={MAX_DAYS}
        clampBehavior="strict"
        allowDecimal={false}
        suffix={t('daysSuffix')}
        error={error}
        onChange={(next) => onChange({ value: whole(next) })}
      />
    );
  }
  if (type === 'date' && op !== 'eq' && op !== 'neq') {
    const picker = (label: string, at: typeof value, name: 'value' | 'upTo') => (
      <InstantField
        label={label}
        value={toClock(at === '' ? null : String(at), timeZone)}
        error={error}
        onChange={(clock) => onChange({ [name]: toInstant(clock, timeZone) ?? '' })}
      />
    );
    return op === 'between' ? (
      <div className={classes.two}>
        {picker(t('first'), value, 'value')}
        {picker(t('last'), upTo, 'upTo')}
      </div>
    ) : (
      picker(t('instant'), value, 'value')
    );
  }
  if (type === 'boolean') {
    const data = [
      { value: 'true', label: words.valueWords(true, condition) },
      { value: 'false', label: words.valueWords(false, condition) },
    ];
    return (
      <Select
        aria-label={t('value')}
        placeholder={t('choose')}
        data={data}
        value={value === '' ? null : String(value)}
        allowDeselect={false}
        error={error}
        onChange={(next) => onChange({ value: next === null ? '' : next === 'true' })}
      />
    );
  }
  if (op === 'in' || op === 'not_in') {
    const isNumber = type === 'number';
    const shown = [
      ...new Set([...(known?.values ?? []).map(String), ...(field.startsWith('subscriptions.') ? STATES : [])]),
    ];
    const read = (texts: string[]): ConditionDraft['values'] =>
      isNumber ? texts.map(Number).filter((each) => Number.isFinite(each)) : texts;
    return (
      <TagsInput
        aria-label={t('values')}
        placeholder={values.length === 0 ? t('typeValues') : undefined}
        data={shown}
        value={values.map(String)}
        maxTags={100}
        error={error}
        acceptValueOnBlur
        onChange={(next) => onChange({ values: read(next) })}
      />
    );
  }
  if (type === 'number') {
    const figure = (label: string, at: typeof value, name: 'value' | 'upTo') => (
      <NumberInput
        aria-label={label}
        placeholder={label}
        value={typeof at === 'number' ? at : ''}
        error={error}
        onChange={(next) => onChange({ [name]: whole(next) })}
      />
    );
    return op === 'between' ? (
      <div className={classes.two}>
        {figure(t('first'), value, 'value')}
        {figure(t('last'), upTo, 'upTo')}
      </div>
    ) : (
      figure(t('value'), value, 'value')
    );
  }
  if (field.startsWith('subscriptions.') && (op === 'eq' || op === 'neq')) {
    const data = STATES.map((state) => ({ value: state, label: words.valueWords(state, condition) }));
    return (
      <Select
        aria-label={t('value')}
        placeholder={t('choose')}
        data={data}
        value={value === '' ? null : String(value)}
        allowDeselect={false}
        error={error}
        onChange={(next) => onChange({ value: next ?? '' })}
      />
    );
  }
  return (
    <Autocomplete
      aria-label={t('value')}
      placeholder={t('typeValue')}
      data={COMPARED_WHOLE.has(op) ? (known?.values ?? []).map(String) : []}
      value={String(value)}
      maxLength={500}
      error={error}
      // An element may be a number: the one that was picked keeps its type.
      onChange={(next) =>
        onChange({
          value: (type === 'array' ? known?.values.find((each) => String(each) === next) : undefined) ?? next,
        })
      }
    />
  );
}
