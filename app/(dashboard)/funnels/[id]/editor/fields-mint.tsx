'use client';
import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { fromSmallest, isCurrency, toSmallest } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import { DurationField } from './duration-field';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

const HOUR = 60;

/** A code that only this person gets, for once. */
export function MintFields({ step, faults, onChange }: FieldsProps<StepOf<'mint_code'>>) {
  const t = useTranslations('funnels.fields.code');
  const { config } = step;
  const { type, value, currency, prefix, expiresInHours, reuse, minPurchaseAmount, marketingCampaignId } = config;
  const set = (next: Partial<typeof config>) => onChange({ ...step, config: { ...config, ...next } });
  const shown = (amount: number): number | '' => (Number.isNaN(amount) ? '' : fromSmallest(amount, currency));
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('type')}
        value={type}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'fixed', label: t('fixed') },
        ]}
        onChange={(next) =>
          set({ type: next === 'fixed' ? 'fixed' : 'percent', value: next === 'fixed' ? 10_000 : 10 })
        }
      />
      <div className={classes.pair}>
        {type === 'percent' ? (
          <CountInput
            label={t('value')}
            suffix="%"
            value={Number.isNaN(value) ? '' : value}
            error={faults['config.value']}
            onChange={(next) => set({ value: next === '' ? Number.NaN : next })}
          />
        ) : (
          <MoneyInput
            label={t('value')}
            currency={currency}
            value={shown(value)}
            error={faults['config.value']}
            onChange={(next) => set({ value: toSmallest(next, currency) })}
          />
        )}
        <CurrencyInput
          label={t('currency')}
          value={currency}
          error={isCurrency(currency) ? undefined : faults['config.currency']}
          onChange={(next) => set({ currency: next })}
        />
      </div>
      <MoneyInput
        label={t('least')}
        description={t('leastHelp')}
        currency={currency}
        value={minPurchaseAmount === null ? '' : shown(minPurchaseAmount)}
        error={faults['config.minPurchaseAmount']}
        onChange={(next) => set({ minPurchaseAmount: next === '' ? null : toSmallest(next, currency) })}
      />
      <TextInput
        label={t('prefix')}
        description={t('prefixHelp', { prefix: prefix === '' ? 'HELLO' : prefix })}
        maxLength={12}
        autoComplete="off"
        error={faults['config.prefix']}
        value={prefix}
        onChange={({ currentTarget }) =>
          set({ prefix: currentTarget.value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') })
        }
      />
      <DurationField
        label={t('expires')}
        minutes={expiresInHours * HOUR}
        error={faults['config.expiresInHours']}
        onChange={(minutes) => set({ expiresInHours: Math.ceil(minutes / HOUR) })}
      />
      <Checkbox
        label={t('reuse')}
        description={t('reuseHelp')}
        checked={reuse}
        onChange={({ currentTarget }) => set({ reuse: currentTarget.checked })}
      />
      <CampaignSelect value={marketingCampaignId} onChange={(id) => set({ marketingCampaignId: id })} />
    </Stack>
  );
}
