'use client';
import { Button, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
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
import { RewardFields } from './reward-fields';
import { useProgramForm, type SaveProgram } from './use-program-form';
// Laid out as the form of a code is, whose parts it is made of.

/** What each group of fields is given. */
export interface ProgramFields {
  form: UseFormReturnType<ProgramValues>;
}

interface Props {
  isNew: boolean;
  initialValues: ProgramValues;
  editing: Editing<ProgramValues>;
  save: SaveProgram;
}

/** What the fields are called, for when two people changed one. */
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
