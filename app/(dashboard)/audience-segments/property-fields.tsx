'use client';
import { ActionIcon, Autocomplete, Button, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import type { PropertyCondition } from '@/server/modules/audience/audience-segments/schema';
import { MAX_PROPERTIES } from '@/server/modules/audience/audience-segments/vocabulary';
import type { KnownField } from './segment';
import classes from './builder.module.css';

type Known = NonNullable<KnownField['properties']>[number];
type Type = Known['type'];
type Op = PropertyCondition['op'];
/** In a wait of a funnel a property may be compared with one of the event that let somebody in. */
type Property = PropertyCondition & { entryProperty?: string | undefined };

const OPS: Readonly<Record<Type, readonly Op[]>> = {
  text: ['eq', 'neq', 'contains', 'is_set'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is_set'],
  boolean: ['eq', 'is_set'],
  array: ['has', 'has_not', 'is_set'],
};

const COMPARED_WHOLE: ReadonlySet<Op> = new Set(['eq', 'neq', 'has', 'has_not']);

interface Props {
  where: readonly Property[];
  /** The properties that the newest of these events have. */
  known: readonly Known[];
  opName: (op: Op) => string;
  onChange: (where: Property[]) => void;
}

/** The conditions that an event's properties must meet. Also what lets people into a funnel by an event. */
export function PropertyFields({ where, known, opName, onChange }: Props) {
  const t = useTranslations('audienceSegments.builder');
  const put = (index: number, next: Property): void => onChange(where.map((each, n) => (n === index ? next : each)));
  return (
    <>
      {where.map((each, index) => (
        <PropertyRow
          // Rows have no name but their place.
          key={index}
          condition={each}
          position={index + 1}
          known={known}
          opName={opName}
          onChange={(next) => put(index, next)}
          onRemove={() => onChange(where.filter((_, n) => n !== index))}
        />
      ))}
      {where.length < MAX_PROPERTIES && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus {...SMALL_ICON} />}
          onClick={() => onChange([...where, { property: '', op: 'eq', value: '' }])}
        >
          {t('addProperty')}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  condition: Property;
  position: number;
  known: readonly Known[];
  opName: (op: Op) => string;
  onChange: (condition: Property) => void;
  onRemove: () => void;
}

/** A value says more of its type than what the newest events have. */
const typeOf = ({ value, property, op }: PropertyCondition, known: readonly Known[]): Type =>
  op === 'has' || op === 'has_not'
    ? 'array'
    : typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : value === undefined || value === ''
          ? (known.find((each) => each.property === property)?.type ?? 'text')
          : 'text';

function PropertyRow({ condition, position, known, opName, onChange, onRemove }: RowProps) {
  const t = useTranslations('audienceSegments.builder');
  const { property, op, entryProperty } = condition;
  const type = typeOf(condition, known);
  return (
    <div className={classes.property} role="group" aria-label={t('property', { position })}>
      <Autocomplete
        aria-label={t('propertyName')}
        placeholder={t('propertyName')}
        data={known.map((each) => each.property)}
        maxLength={300}
        value={property}
        onChange={(next) => {
          if (entryProperty !== undefined) return onChange({ property: next, op, entryProperty });
          const isArray = known.find((each) => each.property === next)?.type === 'array';
          return onChange({ property: next, op: isArray ? 'has' : 'eq', value: '' });
        }}
      />
      <Select
        aria-label={t('op')}
        data={(entryProperty === undefined ? [...new Set([...OPS[type], op])] : [op]).map((each) => ({
          value: each,
          label: opName(each),
        }))}
        value={op}
        allowDeselect={false}
        onChange={(next) =>
          next !== null &&
          entryProperty === undefined &&
          onChange(
            next === 'is_set' || next === 'not_set'
              ? { property, op: next }
              : { property, op: next, value: condition.value ?? '' },
          )
        }
      />
      <PropertyValue condition={condition} type={type} known={known} onChange={onChange} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('removeProperty', { position })}
        onClick={onRemove}
      >
        <IconX {...SMALL_ICON} />
      </ActionIcon>
    </div>
  );
}

function PropertyValue({
  condition,
  type,
  known,
  onChange,
}: Pick<RowProps, 'condition' | 'known' | 'onChange'> & { type: Type }) {
  const t = useTranslations('audienceSegments.builder');
  const tWords = useTranslations('audienceSegments.words');
  const { property, op, value, entryProperty } = condition;
  if (entryProperty !== undefined) return <span>{tWords('ofEntry', { property: entryProperty })}</span>;
  if (op === 'is_set' || op === 'not_set') return <span />;
  // What this editor cannot write it leaves as it is.
  if (Array.isArray(value)) return <span>{value.join(', ')}</span>;
  if (type === 'boolean')
    return (
      <Select
        aria-label={t('value')}
        placeholder={t('choose')}
        data={[
          { value: 'true', label: tWords('yes') },
          { value: 'false', label: tWords('no') },
        ]}
        value={value === '' || value === undefined ? null : String(value)}
        allowDeselect={false}
        onChange={(next) => onChange({ property, op, value: next === 'true' })}
      />
    );
  if (type === 'number')
    return (
      <NumberInput
        hideControls
        aria-label={t('value')}
        placeholder={t('typeValue')}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange({ property, op, value: typeof next === 'number' ? next : '' })}
      />
    );
  return (
    <Autocomplete
      aria-label={t('value')}
      placeholder={t('typeValue')}
      data={COMPARED_WHOLE.has(op) ? (known.find((each) => each.property === property)?.values ?? []).map(String) : []}
      value={value === undefined ? '' : String(value)}
      maxLength={500}
      onChange={(next) => onChange({ property, op, value: next })}
    />
  );
}
