'use client';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import type { Editing, SaveAnswer } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormPage } from '@/components/ui/form-page';
import { LinkButton } from '@/components/ui/link-button';
import { problemOf } from '@/components/ui/problem';
import { useResourceForm, type FormEdit } from '@/components/ui/use-resource-form';
import { createInput, type Definition } from '@/server/modules/audience/audience-segments/schema';
import { ConditionGroups } from './condition-groups';
import { conditionOf, definitionOf, wordsOf, type DefinitionDraft } from './draft';
import { includesSegments, type KnownField } from './segment';
import { usePreview } from './use-preview';
import classes from './builder.module.css';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';
import Link from 'next/link';
import { hasName, nameOf } from '@/app/(dashboard)/contacts/contact';
import { useFormat } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';

/** The number of contacts that the conditions find together, and the newest of them. */
function LivePreview({ live }: { live: ReturnType<typeof usePreview> }) {
  const t = useTranslations('audienceSegments.preview');
  const format = useFormat();
  const { preview, stale, error, retry } = live;
  return (
    <Panel title={t('title')}>
      {error !== null && <ErrorNotice error={error} act="read" onRetry={retry} />}
      {error === null && (
        <>
          <output className={classes.total} data-stale={stale || undefined} aria-live="polite">
            <strong>{preview === undefined ? '–' : format.number(preview.count)}</strong>
            <span>
              {preview !== undefined ? t('people', { count: preview.count }) : stale ? t('counting') : t('nothing')}
            </span>
          </output>
          {preview && preview.sample.length > 0 && (
            <>
              <h3 className={classes.sampleTitle}>{t('sample')}</h3>
              <ul className={classes.sample}>
                {preview.sample.map((contact) => (
                  <li key={contact.id}>
                    <Link href={`/contacts/${contact.id}`} target="_blank">
                      {nameOf(contact)}
                    </Link>
                    {hasName(contact) && (contact.email ?? contact.phone) !== null && (
                      <span>{contact.email ?? contact.phone}</span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {preview?.count === 0 && <p className={classes.hint}>{t('none')}</p>}
        </>
      )}
    </Panel>
  );
}

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

/**
 * Segments of one's own need a larger plan; trying one out does not.
 * @param id for the button that will be refused to say so
 * @param refusal what the last try to save was refused with, else null
 */
function PlanNotice({ id, plan, refusal }: { id: string; plan: string | undefined; refusal: unknown }) {
  const t = useTranslations('audienceSegments.planLimit');
  const plans = useTranslations('shell.plans');
  const element = useIntoSight<HTMLDivElement>(refusal);
  const refused = refusal !== null;
  const known = PLANS.find((each) => each === plan) ?? 'free';
  return (
    <Notice ref={element} icon={IconArrowUpCircle} id={id} role={refused ? 'alert' : 'note'}>
      <strong>{t('title', { plan: plans('scale') })}</strong>
      <p>
        {refused && t('refused')} {t('message', { plan: plans(known) })}
      </p>
      <UpgradeLink limit="segments" beside />
    </Notice>
  );
}

export interface SegmentInput {
  name: string;
  description: string | null;
  definition: Definition;
}

/** A type and not an interface, as the form asks for an index signature. */
export type SegmentValues = { name: string; description: string; draft: DefinitionDraft };

interface Props {
  title: string;
  initial: SegmentValues;
  fields: readonly KnownField[];
  /** Creating needs the plan; changing does not. */
  isNew: boolean;
  back: { href: string; label: string };
  submit: string;
  editing: Editing<SegmentValues>;
  save: (input: SegmentInput, edit: FormEdit<SegmentInput>) => SaveAnswer<SegmentValues>;
}

/** Name and conditions at the left, who they find at the right; below each other on a phone. */
export function SegmentForm({ title, initial, fields, isNew, back, submit, editing, save }: Props) {
  const t = useTranslations('audienceSegments.form');
  const tUi = useTranslations('ui');
  const plans = useTranslations('shell.plans');
  const id = useId();
  const plan = useAccount()?.workspace?.plan;
  const [tried, setTried] = useState(false);
  const { form, formProps, failure, busy, saved, editor } = useResourceForm({
    schema: createInput,
    initialValues: initial,
    toInput: ({ name, description, draft }) => ({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      definition: { ...definitionOf(draft)?.definition },
    }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    editing: {
      ...editing,
      labels: { name: t('name'), description: t('description'), draft: t('who') },
      words: (path, value) => (path.startsWith('draft') ? wordsOf(value) : undefined),
    },
    // What was complete when it was sent is a definition, as the schema has just seen.
    save: (input, edit) => save(input as SegmentInput, edit as FormEdit<SegmentInput>),
  });
  const { draft } = form.values;
  const live = usePreview(draft);
  const isComplete = draft.groups.every((group) =>
    group.conditions.every((condition) => conditionOf(condition) !== null),
  );
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
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    setTried(true);
    if (isComplete) return formProps.onSubmit(event);
    event.preventDefault();
    const element = event.currentTarget;
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <FormPage
      title={title}
      back={back}
      actions={actions}
      id={id}
      formProps={{ ...formProps, onSubmit }}
      aside={<LivePreview live={live} />}
      narrowAside
      summary={live.preview && t('footCount', { count: live.preview.count })}
    >
      <div className={classes.form}>
        <EditorNotices editor={editor} />
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
        <ConditionGroups
          draft={draft}
          fields={fields}
          live={live}
          tried={tried}
          onChange={(next) => form.setFieldValue('draft', next)}
        />
      </div>
    </FormPage>
  );
}
