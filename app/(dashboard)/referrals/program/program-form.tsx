'use client';
import { Button, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { FormPage } from '@/components/ui/form-page';
import { FormSection } from '@/components/ui/form-section';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import type { Editing } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { CodeFields, OrderFields, ProtectionFields, TermsField } from './fields';
import { ProgramPreview } from './program-preview';
import type { ProgramValues } from './program-values';
import { useProgramForm, type SaveProgram } from './use-program-form';
import { IconCash, IconPercentage, IconTruck, IconTruckDelivery } from '@tabler/icons-react';
import type { Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { ChoiceCards } from '@/app/(dashboard)/discount-codes/choice-cards';
import { isPercent } from '@/app/(dashboard)/discount-codes/code';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { type DiscountType } from '@/server/modules/offers/discount-codes/schema';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
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
function RewardFields({ form }: ProgramFields) {
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

// Laid out as the form of a code is, whose parts it is made of.

/** The props of each group of fields. */
export interface ProgramFields {
  form: UseFormReturnType<ProgramValues>;
}

interface Props {
  isNew: boolean;
  initialValues: ProgramValues;
  editing: Editing<ProgramValues>;
  save: SaveProgram;
}

/** Returns the names of the fields, for the case that two people changed one. */
function useLabels() {
  const t = useTranslations('referrals.form');
  return {
    enabled: t('enabled'),
    rewardType: t('type'),
    referrerValue: t('referrer'),
    refereeValue: t('referee'),
    currency: t('currency'),
    minPurchaseAmount: t('minimum'),
    attributionWindowDays: t('window'),
    rewardExpiryDays: t('expiry'),
    maxRewardsPerReferrer: t('cap'),
    programTerms: t('terms'),
    existingCustomers: t('newOnly'),
    holdDays: t('hold'),
    review: t('review'),
  };
}

/** The form at the left, what both will get at the right; below each other on a phone. */
export function ProgramForm({ isNew, initialValues, editing, save }: Props) {
  const t = useTranslations('referrals');
  const id = useId();
  const { form, formProps, failure, busy, saved, editor } = useProgramForm(
    initialValues,
    { ...editing, labels: useLabels() },
    save,
  );
  const actions = (
    <>
      <LinkButton href="/referrals" variant="default">
        {t('form.cancel')}
      </LinkButton>
      <Button type="submit" form={id} loading={busy || saved}>
        {t(isNew ? 'form.create' : 'form.save')}
      </Button>
    </>
  );
  return (
    <FormPage
      title={t(isNew ? 'form.titleNew' : 'form.titleEdit')}
      back={{ href: '/referrals', label: t('title') }}
      actions={actions}
      id={id}
      formProps={formProps}
      aside={<ProgramPreview values={form.values} />}
    >
      <EditorNotices editor={editor} />
      {failure !== null && <ErrorNotice error={failure} act="write" />}
      <FormSection title={t('form.sections.state')}>
        <Switch
          label={t('form.enabled')}
          description={t('form.enabledHelp')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <CampaignSelect
          value={form.values.marketingCampaignId}
          onChange={(campaign) => form.setFieldValue('marketingCampaignId', campaign)}
          error={form.errors.marketingCampaignId}
        />
      </FormSection>
      <FormSection title={t('form.sections.rewards')}>
        <RewardFields form={form} />
      </FormSection>
      <FormSection title={t('form.sections.counts')}>
        <OrderFields form={form} />
      </FormSection>
      <FormSection title={t('form.sections.protection')}>
        <ProtectionFields form={form} />
      </FormSection>
      <FormSection title={t('form.sections.codes')}>
        <CodeFields form={form} />
      </FormSection>
      <FormSection title={t('form.sections.terms')}>
        <TermsField form={form} />
      </FormSection>
    </FormPage>
  );
}
