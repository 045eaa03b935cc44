'use client';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { attributeFor, dayOrderOf, readBoolean, readSubscription } from '@/components/csv/contact-columns';
import {
  ATTRIBUTE_TYPES,
  CONTACT_FIELDS,
  HANDLE_FAMILIES,
  MAPS_IN_A_CELL,
  OPT_OUT_FAMILIES,
  SUBSCRIPTION_FAMILIES,
  type AttributeType,
  type Target,
} from '@/components/csv/contact-targets';
import { DAY_ORDERS, type DayOrder } from '@/components/csv/days';
import type { ColumnSummary } from '@/components/csv/inspect';
import { ColumnRow } from '@/components/csv-file/column-list';
import { SMALL_ICON } from '@/components/ui/icon';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import type { Language } from '@/server/platform/lib/language';
import type { ColumnFault } from './mapping-faults';
import classes from '@/components/csv-file/columns.module.css';

interface Props {
  column: ColumnSummary;
  rows: number;
  language: Language;
  target: Target;
  fault: ColumnFault | null;
  onChange: (target: Target) => void;
}

/** The value of the select: `field.email`, `subscription.sms`, `attribute`, `ignore`. */
const choiceOf = (target: Target): string => {
  if (target.kind === 'field') return `field.${target.field}`;
  const hasFamily = target.kind === 'subscription' || target.kind === 'handle' || target.kind === 'optOut';
  return hasFamily ? `${target.kind}.${target.family}` : target.kind;
};

function targetOf(choice: string, column: ColumnSummary): Target {
  const [kind, name] = choice.split('.');
  const field = CONTACT_FIELDS.find((known) => known === name);
  if (kind === 'field' && field) return { kind: 'field', field };
  const subscription = SUBSCRIPTION_FAMILIES.find((known) => known === name);
  if (kind === 'subscription' && subscription) return { kind: 'subscription', family: subscription };
  const optOut = OPT_OUT_FAMILIES.find((known) => known === name);
  if (kind === 'optOut' && optOut) return { kind: 'optOut', family: optOut };
  const handle = HANDLE_FAMILIES.find((known) => known === name);
  if (kind === 'handle' && handle) return { kind: 'handle', family: handle };
  if (kind === 'since') return { kind };
  const map = MAPS_IN_A_CELL.find((known) => known === kind);
  if (map !== undefined) return { kind: map };
  return kind === 'attribute' ? attributeFor(column, new Set()) : { kind: 'ignore' };
}

/** One column of the file: its name, what stands in it, and what becomes of it. */
export function MappingRow({ column, rows, language, target, fault, onChange }: Props) {
  const t = useTranslations('contacts.import.mapping');
  const family = useFamilyName();
  const options = [
    { value: 'ignore', label: t('ignore') },
    {
      group: t('groups.person'),
      items: CONTACT_FIELDS.map((field) => ({ value: `field.${field}`, label: t(`fields.${field}`) })),
    },
    {
      group: t('groups.subscriptions'),
      items: [
        ...SUBSCRIPTION_FAMILIES.map((name) => ({
          value: `subscription.${name}`,
          label: t('subscription', { family: family(name) }),
        })),
        { value: 'since', label: t('since') },
      ],
    },
    {
      group: t('groups.optOuts'),
      items: OPT_OUT_FAMILIES.map((name) => ({
        value: `optOut.${name}`,
        label: name === 'all' ? t('optOutAll') : t('optOut', { family: family(name) }),
      })),
    },
    {
      group: t('groups.handles'),
      items: HANDLE_FAMILIES.map((name) => ({ value: `handle.${name}`, label: t('handle', { family: family(name) }) })),
    },
    {
      group: t('groups.more'),
      items: (['attribute', ...MAPS_IN_A_CELL] as const).map((kind) => ({ value: kind, label: t(kind) })),
    },
  ];
  const isAttribute = target.kind === 'attribute';
  return (
    <ColumnRow
      column={column}
      rows={rows}
      isIgnored={target.kind === 'ignore'}
      warning={<Warning column={column} target={target} />}
    >
      <NativeSelect
        aria-label={t('becomes', { column: column.header })}
        data={options}
        value={choiceOf(target)}
        error={fault === 'twice' ? t('twice') : undefined}
        onChange={(event) => onChange(targetOf(event.currentTarget.value, column))}
      />
      {isAttribute && (
        <div className={classes.attribute}>
          <TextInput
            aria-label={t('keyOf', { column: column.header })}
            value={target.key}
            maxLength={60}
            error={fault === 'noKey' || fault === 'badKey' ? t(fault) : undefined}
            onChange={(event) => onChange({ ...target, key: event.currentTarget.value.trim() })}
          />
          <NativeSelect
            aria-label={t('typeOf', { column: column.header })}
            data={ATTRIBUTE_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
            value={target.type}
            onChange={(event) => onChange({ ...target, type: event.currentTarget.value as AttributeType })}
          />
          {target.type === 'date' && column.openDays > 0 && (
            <NativeSelect
              aria-label={t('orderOf', { column: column.header })}
              data={[
                { value: '', label: t('orders.none'), disabled: true },
                ...DAY_ORDERS.map((order) => ({ value: order, label: t(`orders.${order}`) })),
              ]}
              value={dayOrderOf(target, column, language) ?? ''}
              error={fault === 'noOrder' ? t('noOrder') : undefined}
              onChange={(event) => onChange({ ...target, order: event.currentTarget.value as DayOrder })}
            />
          )}
        </div>
      )}
    </ColumnRow>
  );
}

/** The values that will be refused because of this column, and how to prevent it. */
function Warning({ column, target }: { column: ColumnSummary; target: Target }) {
  const t = useTranslations('contacts.import.mapping');
  const words = warningOf(column, target, t);
  if (words === null) return null;
  return (
    <p className={classes.warning}>
      <IconAlertTriangle {...SMALL_ICON} />
      <span>{words}</span>
    </p>
  );
}

type Words = ReturnType<typeof useTranslations<'contacts.import.mapping'>>;

/** Returns the values that stay text in a column of numbers, or of yes and no. */
function unreadOf(
  { filled, days, openDays, notNumbers, notNumberSamples, words }: ColumnSummary,
  type: AttributeType,
  t: Words,
): string | null {
  if (type === 'number')
    return notNumbers === 0 ? null : t('notNumbers', { count: notNumbers, samples: notNumberSamples.join(' · ') });
  if (type === 'date') return days + openDays === filled ? null : t('notDates', { count: filled - days - openDays });
  if (type !== 'boolean') return null;
  if (words === null) return t('notBooleans');
  const unread = words.filter((word) => readBoolean(word) === null);
  return unread.length === 0 ? null : t('unreadBooleans', { words: unread.slice(0, 5).join(', ') });
}

function warningOf(column: ColumnSummary, target: Target, t: Words): string | null {
  if (target.kind === 'field' && target.field === 'phone' && column.scientific > 0)
    return t('scientific', { count: column.scientific, sample: column.scientificSample ?? '' });
  if (target.kind === 'field' && target.field === 'email' && column.filled > 0 && column.emails < column.filled)
    return t('notEmails', { count: column.filled - column.emails });
  if (target.kind === 'attribute') return unreadOf(column, target.type, t);
  if (target.kind === 'optOut')
    return column.notOptOuts === 0 ? null : t('unreadOptOuts', { count: column.notOptOuts });
  if (target.kind !== 'subscription') return null;
  if (column.words === null) return t('notSubscriptions');
  const unread = column.words.filter((word) => readSubscription(word) === null);
  return unread.length === 0 ? null : t('unreadWords', { words: unread.slice(0, 5).join(', ') });
}
