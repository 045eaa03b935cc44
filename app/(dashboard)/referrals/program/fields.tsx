'use client';
import { Select, Switch, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { REVIEWS } from '@/server/modules/offers/referrals/vocabulary';
import type { ProgramFields } from './program-form';
import classes from '@/components/ui/form-fields.module.css';

const MOST_TERMS = 5000;

/** Fields for the orders that earn a reward. */
export function OrderFields({ form }: ProgramFields) {
  const t = useTranslations('referrals.form');
  const { minPurchaseAmount, attributionWindowDays, currency } = form.values;
  return (
    <div className={classes.pair}>
      <MoneyInput
        label={t('minimum')}
        description={t('minimumHelp')}
        placeholder={t('minimumNone')}
        currency={currency}
        error={form.errors.minPurchaseAmount}
        value={minPurchaseAmount}
        onChange={(next) => form.setFieldValue('minPurchaseAmount', next)}
      />
      <CountInput
        label={t('window')}
        description={t('windowHelp')}
        suffix={t('daysUnit')}
        error={form.errors.attributionWindowDays}
        value={attributionWindowDays}
        onChange={(next) => form.setFieldValue('attributionWindowDays', next)}
      />
    </div>
  );
}

/** Fields for how long the codes are valid, and how many one customer may earn. */
export function CodeFields({ form }: ProgramFields) {
  const t = useTranslations('referrals.form');
  const { rewardExpiryDays, maxRewardsPerReferrer } = form.values;
  return (
    <div className={classes.pair}>
      <CountInput
        label={t('expiry')}
        description={t('expiryHelp')}
        suffix={t('daysUnit')}
        error={form.errors.rewardExpiryDays}
        value={rewardExpiryDays}
        onChange={(next) => form.setFieldValue('rewardExpiryDays', next)}
      />
      <CountInput
        label={t('cap')}
        description={t('capHelp')}
        placeholder={t('capNone')}
        error={form.errors.maxRewardsPerReferrer}
        value={maxRewardsPerReferrer}
        onChange={(next) => form.setFieldValue('maxRewardsPerReferrer', next)}
      />
    </div>
  );
}

/** For whom the program is, and what somebody looks at before it is given. */
export function ProtectionFields({ form }: ProgramFields) {
  const t = useTranslations('referrals.form');
  const { existingCustomers, holdDays, review } = form.values;
  return (
    <>
      <Switch
        label={t('newOnly')}
        description={t('newOnlyHelp')}
        checked={existingCustomers === 'refuse'}
        onChange={(event) => form.setFieldValue('existingCustomers', event.currentTarget.checked ? 'refuse' : 'allow')}
      />
      <div className={classes.pair}>
        <CountInput
          label={t('hold')}
          description={t('holdHelp')}
          placeholder={t('holdNone')}
          suffix={t('daysUnit')}
          error={form.errors.holdDays}
          value={holdDays}
          onChange={(next) => form.setFieldValue('holdDays', next)}
        />
        <Select
          label={t('review')}
          description={t('reviewHelp')}
          data={REVIEWS.map((value) => ({ value, label: t(`reviews.${value}`) }))}
          allowDeselect={false}
          value={review}
          onChange={(next) => form.setFieldValue('review', REVIEWS.find((known) => known === next) ?? 'off')}
        />
      </div>
    </>
  );
}

export function TermsField({ form }: ProgramFields) {
  const t = useTranslations('referrals.form');
  return (
    <Textarea
      label={t('termsField')}
      description={`${t('termsHelp')} ${t('termsLeft', { count: form.values.programTerms.length, max: MOST_TERMS })}`}
      autosize
      minRows={5}
      maxRows={16}
      {...form.getInputProps('programTerms')}
    />
  );
}
