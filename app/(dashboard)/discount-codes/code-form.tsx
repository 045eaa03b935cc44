'use client';
import { Button, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTimeZone, useTranslations } from 'next-intl';
import { useId, useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import type { Editing } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { problemOf } from '@/components/ui/problem';
import { previewInput } from '@/server/modules/offers/discount-codes/schema';
import type { Code, CodeInput } from './code';
import { inputOf, type CodeValues } from './code-values';
import { EligibilityFields } from './fields-eligibility';
import { NameFields } from './fields-name';
import { GivesFields } from './fields-gives';
import { LimitFields } from './fields-limits';
import { ScopeFields } from './fields-scope';
import { WindowFields } from './fields-window';
import { FormPage } from '@/components/ui/form-page';
import { FormSection } from '@/components/ui/form-section';
import { SampleCart } from './sample-cart';
import { faultsOf, useCodeForm, type SaveCode } from './use-code-form';
import type { Subject } from './use-outcome';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { Notice } from '@/components/ui/notice';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

interface PlanLimitNoticeProps {
  /** The details of the server's PLAN_LIMIT. */
  details: Record<string, unknown>;
  busy: boolean;
  onArchived: () => void;
}

/** The plan is full: what was saved (nothing), and what lifts it. */
function PlanLimitNotice({ details, busy, onArchived }: PlanLimitNoticeProps) {
  const t = useTranslations('discountCodes.form.planLimit');
  const plans = useTranslations('shell.plans');
  const plan = PLANS.find((known) => known === details.plan) ?? 'free';
  const element = useIntoSight<HTMLDivElement>(details);
  const limit = typeof details.limit === 'number' ? details.limit : 0;
  return (
    <Notice
      ref={element}
      icon={IconArrowUpCircle}
      role="alert"
      acts={
        <>
          <Button size="xs" variant="default" loading={busy} onClick={onArchived}>
            {t('archived')}
          </Button>
          <LinkButton size="xs" variant="subtle" href="/discount-codes?show=active">
            {t('list')}
          </LinkButton>
        </>
      }
    >
      <strong>{t('title', { plan: plans(plan), limit })}</strong>
      <p>
        {t('message')} <UpgradeLink limit="discountCodes" beside />
      </p>
    </Notice>
  );
}

/** The props of each group of fields. */
export interface CodeFields {
  form: UseFormReturnType<CodeValues>;
}

interface Props {
  title: ReactNode;
  /** The code that is edited; null for a new one. */
  code: Code | null;
  initialValues: CodeValues;
  /** The target of Cancel and of the way back. */
  back: { href: string; label: string };
  submit: string;
  editing: Editing<CodeValues>;
  save: SaveCode;
}

/** A draft that validate could run on; null while something is missing. */
function draftOf(
  values: CodeValues,
  timeZone: string,
  t: Parameters<typeof faultsOf>[1],
): Omit<CodeInput, 'code'> | null {
  if (Object.keys(faultsOf(values, t)).length > 0) return null;
  const { code: _name, ...draft } = inputOf(values, timeZone);
  return previewInput.shape.draft.safeParse(draft).success ? draft : null;
}

/** Returns the names of the fields, for the case that two people changed one. */
function useLabels() {
  const t = useTranslations('discountCodes.form');
  return {
    description: t('description'),
    type: t('type'),
    value: t('amount'),
    currency: t('currency'),
    scope: t('scope'),
    productIds: t('productIds'),
    tagFilter: t('tags'),
    minPurchaseAmount: t('minimum'),
    maxUsesTotal: t('total'),
    maxUsesPerCustomer: t('perCustomer'),
    startsAt: t('starts'),
    expiresAt: t('expires'),
    active: t('active'),
    public: t('public'),
    segmentId: t('segment'),
    firstOrderOnly: t('firstOrder'),
  };
}

/** The form at the left, a live sample cart at the right; below each other on a phone. */
export function CodeForm({ title, code, initialValues, back, submit, editing, save }: Props) {
  const t = useTranslations('discountCodes.form');
  const problems = useTranslations('discountCodes.form.problems');
  const timeZone = useTimeZone() ?? 'UTC';
  const id = useId();
  const { form, formProps, failure, busy, saved, dirty, editor } = useCodeForm(
    initialValues,
    { ...editing, labels: useLabels() },
    save,
  );
  const { values } = form;
  const draft = useMemo(() => draftOf(values, timeZone, problems), [values, timeZone, problems]);
  const subject: Subject = code !== null && !dirty ? { kind: 'saved', code } : { kind: 'draft', draft, code };
  const rules = useMemo(() => {
    const { minPurchaseAmount, startsAt, expiresAt } = inputOf(values, timeZone);
    return {
      ...values,
      minPurchaseAmount: minPurchaseAmount ?? null,
      startsAt: startsAt ?? null,
      expiresAt: expiresAt ?? null,
    };
  }, [values, timeZone]);

  const limit = problemOf(failure).code === 'PLAN_LIMIT' ? problemOf(failure).details : null;
  const saveArchived = () => {
    flushSync(() => form.setFieldValue('active', false));
    formProps.ref.current?.requestSubmit();
  };
  const actions = (
    <>
      <LinkButton href={back.href} variant="default">
        {t('cancel')}
      </LinkButton>
      <Button type="submit" form={id} loading={busy || saved}>
        {submit}
      </Button>
    </>
  );
  return (
    <FormPage
      title={title}
      back={back}
      actions={actions}
      id={id}
      formProps={formProps}
      aside={<SampleCart subject={subject} rules={rules} />}
    >
      <EditorNotices editor={editor} />
      {limit !== null && <PlanLimitNotice details={limit} busy={busy} onArchived={saveArchived} />}
      {failure !== null && limit === null && <ErrorNotice error={failure} act="write" />}
      <FormSection title={t('sections.code')}>
        <NameFields form={form} locked={code !== null} />
        <CampaignSelect
          value={values.marketingCampaignId}
          onChange={(id) => form.setFieldValue('marketingCampaignId', id)}
          error={form.errors.marketingCampaignId}
        />
      </FormSection>
      <FormSection title={t('sections.gives')}>
        <GivesFields form={form} />
      </FormSection>
      <FormSection title={t('sections.scope')}>
        <ScopeFields form={form} />
      </FormSection>
      <FormSection title={t('sections.limits')}>
        <LimitFields form={form} used={code?.redemptionCount ?? 0} />
      </FormSection>
      <FormSection title={t('eligibility')}>
        <EligibilityFields form={form} />
      </FormSection>
      <FormSection title={t('sections.window')}>
        <WindowFields form={form} />
      </FormSection>
      <FormSection title={t('sections.sharing')}>
        <Switch
          label={t('public')}
          description={t('publicHelp')}
          {...form.getInputProps('public', { type: 'checkbox' })}
        />
        <Switch
          label={t('active')}
          description={t('activeHelp')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
      </FormSection>
    </FormPage>
  );
}
