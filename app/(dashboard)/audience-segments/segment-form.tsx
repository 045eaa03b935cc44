'use client';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { useUnsavedChanges } from '@/components/ui/unsaved-guard';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput, type Definition } from '@/server/resources/audience-segments/schema';
import { ConditionGroups } from './condition-groups';
import { conditionOf, definitionOf, meaningOf, type DefinitionDraft } from './draft';
import { LivePreview } from './live-preview';
import { PlanNotice } from './plan-notice';
import { includesSegments, type KnownField } from './segment';
import { usePreview } from './use-preview';
import classes from './builder.module.css';

export interface SegmentInput {
  name: string;
  description: string | null;
  definition: Definition;
}

interface Props {
  title: string;
  initial: { name: string; description: string; draft: DefinitionDraft };
  fields: readonly KnownField[];
  /** Creating needs the plan; changing does not. */
  isNew: boolean;
  back: { href: string; label: string };
  submit: string;
  save: (input: SegmentInput) => Promise<unknown>;
}

/** Name and conditions at the left, who they find at the right; below each other on a phone. */
export function SegmentForm({ title, initial, fields, isNew, back, submit, save }: Props) {
  const t = useTranslations('audienceSegments.form');
  const tUi = useTranslations('ui');
  const plans = useTranslations('shell.plans');
  const id = useId();
  const plan = useAccount()?.workspace?.plan;
  const [draft, setDraft] = useState(initial.draft);
  const [tried, setTried] = useState(false);
  const live = usePreview(draft);
  const isComplete = draft.groups.every((group) =>
    group.conditions.every((condition) => conditionOf(condition) !== null),
  );
  const definition = definitionOf(draft)?.definition;
  const { form, formProps, failure, busy, saved, dirty } = useResourceForm({
    schema: createInput,
    initialValues: { name: initial.name, description: initial.description },
    toInput: ({ name, description }) => ({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      definition: { ...definition },
    }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    save: async ({ name, description }) => {
      if (definition !== undefined) await save({ name, description: description ?? null, definition });
    },
  });
  useUnsavedChanges((dirty || meaningOf(draft) !== meaningOf(initial.draft)) && !busy && !saved);
  const limit = problemOf(failure).code === 'PLAN_LIMIT';
  const gated = limit || (isNew && !includesSegments(plan));
  const actions = (
    <>
      {gated && <span className={classes.needs}>{t('needs', { plan: plans('scale') })}</span>}
      <LinkButton href={back.href} variant="default">
        {tUi('cancel')}
      </LinkButton>
      <Button type="submit" form={id} loading={busy || saved} aria-describedby={gated ? `${id}-plan` : undefined}>
        {submit}
      </Button>
    </>
  );
  return (
    <>
      <div className={classes.head}>
        <PageHead title={title} back={back} action={<div className={classes.actions}>{actions}</div>} />
      </div>
      <div className={classes.columns}>
        <form
          id={id}
          {...formProps}
          className={classes.form}
          onSubmit={(event) => {
            setTried(true);
            if (isComplete) return formProps.onSubmit(event);
            event.preventDefault();
            const element = event.currentTarget;
            requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
          }}
        >
          {gated && <PlanNotice id={`${id}-plan`} plan={plan} refusal={limit ? failure : null} />}
          {failure !== null && !limit && <ErrorNotice error={failure} act="write" />}
          <TextInput
            label={t('name')}
            placeholder={t('namePlaceholder')}
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('description')}
            autosize
            minRows={1}
            maxRows={5}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <h2 className={classes.heading}>{t('who')}</h2>
          <ConditionGroups draft={draft} fields={fields} live={live} tried={tried} onChange={setDraft} />
        </form>
        <LivePreview live={live} />
      </div>
      <div className={classes.foot}>
        {live.preview && <span className={classes.footCount}>{t('footCount', { count: live.preview.count })}</span>}
        {actions}
      </div>
    </>
  );
}
