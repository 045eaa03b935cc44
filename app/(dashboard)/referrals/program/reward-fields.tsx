'use client';
import { IconCash, IconPercentage, IconTruck, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import type { Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { ChoiceCards } from '@/app/(dashboard)/discount-codes/choice-cards';
import { isPercent } from '@/app/(dashboard)/discount-codes/code';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { type DiscountType } from '@/server/resources/discount-codes/schema';
import { TYPES } from '@/server/resources/discount-codes/vocabulary';
import type { ProgramFields } from './program-form';
import classes from '@/components/ui/form-fields.module.css';

const ICONS = {
  percent: IconPercentage,
  fixed: IconCash,
  shipping_percent: IconTruck,
  shipping_fixed: IconTruckDelivery,
} as const;
const SIDES = [
  { name: 'referrerValue', label: 'referrer' },
  { name: 'refereeValue', label: 'referee' },
] as const;

/** The kind of both rewards, how much each is, and in what. */
export function RewardFields({ form }: ProgramFields) {
  const t = useTranslations('referrals.form');
  const codes = useTranslations('discountCodes.form');
  const format = useFormat();
  // 15 percent must not become 15 rupiah: each unit keeps its own figures while one tries the kinds.
  const other = useRef<{ referrerValue: Typed; refereeValue: Typed }>({ referrerValue: '', refereeValue: '' });
  const { rewardType, referrerValue, refereeValue, currency } = form.values;
  const choose = (next: DiscountType) => {
    if (isPercent(next) !== isPercent(rewardType)) {
      const kept = other.current;
      other.current = { referrerValue, refereeValue };
      for (const { name } of SIDES) {
        form.setFieldValue(name, kept[name]);
        form.clearFieldError(name);
      }
    }
    form.setFieldValue('rewardType', next);
  };
  return (
    <>
      <ChoiceCards
        legend={t('type')}
        wide
        value={rewardType}
        onChange={choose}
        options={TYPES.map((option) => {
          const Icon = ICONS[option];
          return {
            value: option,
            title: codes(`types.${option}`),
            help: codes(`typeHelp.${option}`, { amount: format.money(25_000, 'IDR') }),
            icon: <Icon {...ICON} />,
          };
        })}
      />
      <div className={classes.pair}>
        {SIDES.map(({ name, label }) => {
          const field = {
            label: t(label),
            description: t(`${label}Help`),
            error: form.errors[name],
            value: form.values[name],
            onChange: (next: Typed) => form.setFieldValue(name, next),
          };
          return isPercent(rewardType) ? (
            <CountInput key={name} suffix="%" {...field} />
          ) : (
            <MoneyInput key={name} currency={currency} {...field} />
          );
        })}
      </div>
      <CurrencyInput
        className={classes.half}
        label={t('currency')}
        description={t('currencyHelp')}
        error={form.errors.currency}
        value={currency}
        onChange={(next) => form.setFieldValue('currency', next)}
      />
    </>
  );
}
