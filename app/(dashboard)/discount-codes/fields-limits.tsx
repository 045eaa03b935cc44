'use client';
import { useTranslations } from 'next-intl';
import type { CodeFields } from './code-form';
import { CountInput, MoneyInput } from './money-input';
import classes from '@/components/ui/form-fields.module.css';

/** @param used how often the code has been redeemed; 0 for a new one */
export function LimitFields({ form, used }: CodeFields & { used: number }) {
  const t = useTranslations('discountCodes.form');
  const { minPurchaseAmount, maxUsesTotal, maxUsesPerCustomer, currency } = form.values;
  const spent = maxUsesTotal !== '' && used > 0 && maxUsesTotal <= used;
  return (
    <>
      <MoneyInput
        label={t('minimum')}
        description={t('minimumHelp')}
        placeholder={t('minimumNone')}
        className={classes.half}
        currency={currency}
        error={form.errors.minPurchaseAmount}
        value={minPurchaseAmount}
        onChange={(next) => form.setFieldValue('minPurchaseAmount', next)}
      />
      <div className={classes.pair}>
        <CountInput
          label={t('total')}
          description={t('totalHelp')}
          placeholder={t('unlimited')}
          error={form.errors.maxUsesTotal}
          value={maxUsesTotal}
          onChange={(next) => form.setFieldValue('maxUsesTotal', next)}
        />
        <CountInput
          label={t('perCustomer')}
          description={t('perCustomerHelp')}
          placeholder={t('unlimited')}
          error={form.errors.maxUsesPerCustomer}
          value={maxUsesPerCustomer}
          onChange={(next) => form.setFieldValue('maxUsesPerCustomer', next)}
        />
      </div>
      {spent && (
        <p className={classes.warning} role="status">
          {t('totalBelow', { used })}
        </p>
      )}
    </>
  );
}
