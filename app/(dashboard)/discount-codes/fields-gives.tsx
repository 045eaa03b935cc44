'use client';
import { IconCash, IconPercentage, IconTruck, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { type DiscountType } from '@/server/modules/offers/discount-codes/schema';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import type { Typed } from './amounts';
import { ChoiceCards } from './choice-cards';
import { isPercent } from './code';
import type { CodeFields } from './code-form';
import { CurrencyInput } from './currency-input';
import { CountInput, MoneyInput } from './money-input';
import classes from '@/components/ui/form-fields.module.css';

const ICONS = {
  percent: IconPercentage,
  fixed: IconCash,
  shipping_percent: IconTruck,
  shipping_fixed: IconTruckDelivery,
} as const;

/** Kind, value and currency. */
export function GivesFields({ form }: CodeFields) {
  const t = useTranslations('discountCodes.form');
  const format = useFormat();
  // 25 percent must not become 25 rupiah: each unit keeps its own figure while one tries the kinds.
  const other = useRef<Typed>('');
  const { type, value, currency } = form.values;
  const choose = (next: DiscountType) => {
    if (isPercent(next) !== isPercent(type)) {
      const kept = other.current;
      other.current = value;
      form.setFieldValue('value', kept);
      form.clearFieldError('value');
    }
    form.setFieldValue('type', next);
  };
  const setValue = (next: Typed) => form.setFieldValue('value', next);
  return (
    <>
      <ChoiceCards
        legend={t('type')}
        wide
        value={type}
        onChange={choose}
        options={TYPES.map((option) => {
          const Icon = ICONS[option];
          return {
            value: option,
            title: t(`types.${option}`),
            help: t(`typeHelp.${option}`, { amount: format.money(25_000, 'IDR') }),
            icon: <Icon {...ICON} />,
          };
        })}
      />
      <div className={classes.pair}>
        {isPercent(type) ? (
          <CountInput label={t('percent')} suffix="%" error={form.errors.value} value={value} onChange={setValue} />
        ) : (
          <MoneyInput
            label={t('amount')}
            currency={currency}
            error={form.errors.value}
            value={value}
            onChange={setValue}
          />
        )}
        <CurrencyInput
          label={t('currency')}
          description={t('currencyHelp')}
          error={form.errors.currency}
          value={currency}
          onChange={(next) => form.setFieldValue('currency', next)}
        />
      </div>
    </>
  );
}
