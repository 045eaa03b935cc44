'use client';
import { Button, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { FormSection } from '@/app/(dashboard)/discount-codes/form-section';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { useUnsavedChanges } from '@/components/ui/unsaved-guard';
import { CodeFields, OrderFields, TermsField } from './fields';
import { ProgramPreview } from './program-preview';
import type { ProgramInput, ProgramValues } from './program-values';
import { RewardFields } from './reward-fields';
import { useProgramForm } from './use-program-form';
// Laid out as the form of a code is, whose parts it is made of.
import classes from '@/app/(dashboard)/discount-codes/code-form.module.css';

/** What each group of fields is given. */
export interface ProgramFields {
  form: UseFormReturnType<ProgramValues>;
}

interface Props {
  isNew: boolean;
  initialValues: ProgramValues;
  save: (input: ProgramInput) => Promise<unknown>;
}

/** The form at the left, what both will get at the right; below each other on a phone. */
export function ProgramForm({ isNew, initialValues, save }: Props) {
  const t = useTranslations('referrals');
  const id = useId();
  const { form, formProps, failure, busy, saved, dirty } = useProgramForm(initialValues, save);
  useUnsavedChanges(dirty && !busy);
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
    <>
      <div className={classes.head}>
        <PageHead
          title={t(isNew ? 'form.titleNew' : 'form.titleEdit')}
          back={{ href: '/referrals', label: t('title') }}
          action={<div className={classes.actions}>{actions}</div>}
        />
      </div>
      <div className={classes.columns}>
        <form id={id} {...formProps} className={classes.form}>
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
          <FormSection title={t('form.sections.codes')}>
            <CodeFields form={form} />
          </FormSection>
          <FormSection title={t('form.sections.terms')}>
            <TermsField form={form} />
          </FormSection>
        </form>
        <ProgramPreview className={classes.cart} values={form.values} />
      </div>
      <div className={classes.foot}>{actions}</div>
    </>
  );
}
