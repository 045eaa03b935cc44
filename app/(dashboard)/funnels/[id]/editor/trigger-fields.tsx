'use client';
import { NativeSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { useTranslations } from 'next-intl';
import { fromSmallest, toSmallest } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useAccount } from '@/components/shell/use-account';
import type { FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import { TRIGGER_TYPES } from '@/server/modules/automation/funnels/vocabulary';
import type { Board } from './board';
import { EventFields } from './event-fields';
import classes from './editor.module.css';

interface Props {
  trigger: FunnelTrigger;
  faults: Readonly<Record<string, string>>;
  names: Board['words']['names'];
  onChange: (trigger: FunnelTrigger) => void;
}

/** The trigger of a funnel and its fields. */
export function TriggerFields({ trigger, faults, names: { lists, segments }, onChange: put }: Props) {
  const t = useTranslations('funnels.settings');
  const begun = (type: FunnelTrigger['type']): FunnelTrigger => {
    switch (type) {
      case 'list_added':
        return { type, listId: lists[0]?.id ?? '' };
      case 'segment_entered':
        return { type, segmentId: segments[0]?.id ?? '' };
      case 'abandoned_cart':
        return { type, minValue: null, currency: null };
      case 'order_placed':
        return { type, minValue: null, currency: null, firstOnly: false };
      case 'event':
        return { type, name: 'product_viewed', where: [] };
      case 'date':
        return { type, attribute: 'birthday', at: '09:00', offsetDays: 0, yearly: true };
      case 'manual':
        return { type };
    }
  };
  return (
    <>
      <NativeSelect
        label={t('triggerType')}
        value={trigger.type}
        data={TRIGGER_TYPES.map((value) => ({ value, label: t(`triggers.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          put(begun(TRIGGER_TYPES.find((known) => known === value) ?? trigger.type))
        }
      />
      {trigger.type === 'list_added' && (
        <Select
          label={t('list')}
          searchable
          allowDeselect={false}
          error={faults['trigger.listId']}
          value={trigger.listId}
          data={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(listId) => put({ ...trigger, listId: listId ?? trigger.listId })}
        />
      )}
      {trigger.type === 'segment_entered' && (
        <Select
          label={t('segment')}
          description={t('segmentHelp')}
          searchable
          allowDeselect={false}
          error={faults['trigger.segmentId']}
          value={trigger.segmentId}
          data={segments.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(segmentId) => put({ ...trigger, segmentId: segmentId ?? trigger.segmentId })}
        />
      )}
      {trigger.type === 'event' && (
        <EventFields
          name={trigger.name}
          error={faults['trigger.name']}
          where={trigger.where}
          onChange={(next) => put({ ...trigger, ...next })}
        />
      )}
      {trigger.type === 'abandoned_cart' && <p className={classes.help}>{t('line.reminders')}</p>}
      {(trigger.type === 'abandoned_cart' || trigger.type === 'order_placed') && (
        <LeastValue trigger={trigger} fault={faults['trigger.currency']} onChange={put} />
      )}
      {trigger.type === 'order_placed' && (
        <Switch
          label={t('firstOnly')}
          checked={trigger.firstOnly}
          onChange={({ currentTarget }) => put({ ...trigger, firstOnly: currentTarget.checked })}
        />
      )}
      {trigger.type === 'date' && (
        <>
          <TextInput
            label={t('attribute')}
            description={t('attributeHelp')}
            autoComplete="off"
            maxLength={100}
            error={faults['trigger.attribute']}
            value={trigger.attribute}
            onChange={({ currentTarget }) => put({ ...trigger, attribute: currentTarget.value })}
          />
          <div className={classes.pair}>
            <TimeInput
              label={t('at')}
              error={faults['trigger.at']}
              value={trigger.at}
              onChange={({ currentTarget }) => put({ ...trigger, at: currentTarget.value })}
            />
            <NumberInput
              label={t('offset')}
              description={t('offsetHelp')}
              min={-30}
              max={30}
              allowDecimal={false}
              value={trigger.offsetDays}
              onChange={(value) => put({ ...trigger, offsetDays: value === '' ? 0 : Number(value) })}
            />
          </div>
          <Switch
            label={t('yearly')}
            checked={trigger.yearly}
            onChange={({ currentTarget }) => put({ ...trigger, yearly: currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}

type Worth = Extract<FunnelTrigger, { minValue: number | null }>;

function LeastValue({
  trigger,
  fault,
  onChange,
}: {
  trigger: Worth;
  fault: string | undefined;
  onChange: (trigger: Worth) => void;
}) {
  const t = useTranslations('funnels.settings');
  const own = useAccount()?.workspace?.currency ?? 'IDR';
  const currency = trigger.currency ?? own;
  const { minValue } = trigger;
  return (
    <div className={classes.pair}>
      <MoneyInput
        label={t('least')}
        description={t('leastHelp')}
        currency={currency}
        value={minValue === null ? '' : fromSmallest(minValue, currency)}
        onChange={(value) =>
          onChange(
            value === ''
              ? { ...trigger, minValue: null, currency: null }
              : { ...trigger, minValue: toSmallest(value, currency), currency },
          )
        }
      />
      <CurrencyInput
        label={t('currency')}
        value={currency}
        error={fault}
        onChange={(next) => minValue !== null && onChange({ ...trigger, currency: next })}
      />
    </div>
  );
}
