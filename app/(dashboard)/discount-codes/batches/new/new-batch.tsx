'use client';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useId, useState, type SubmitEvent } from 'react';
import { useTRPC } from '@/app/trpc';
import { emptyValues, inputOf } from '@/app/(dashboard)/discount-codes/code-values';
import { EligibilityFields } from '@/app/(dashboard)/discount-codes/fields-eligibility';
import { GivesFields } from '@/app/(dashboard)/discount-codes/fields-gives';
import { LimitFields } from '@/app/(dashboard)/discount-codes/fields-limits';
import { ScopeFields } from '@/app/(dashboard)/discount-codes/fields-scope';
import { WindowFields } from '@/app/(dashboard)/discount-codes/fields-window';
import type { CodeInput } from '@/app/(dashboard)/discount-codes/code';
import { useCodeForm } from '@/app/(dashboard)/discount-codes/use-code-form';
import { useAccount } from '@/components/shell/use-account';
import { PlanNotice } from '@/components/plan-notice';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormPage } from '@/components/ui/form-page';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { FormSection } from '@/components/ui/form-section';
import { LinkButton } from '@/components/ui/link-button';
import { ROOT } from '../batch';
import { BatchFields } from './batch-fields';
import { BEGINNING, faultsOf, givenOf, type BatchValues } from './batch-values';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from '../batches.module.css';

/** Letters that the server would draw from, the same each time: a sample must not look like a code that works. */
const LETTERS = 'K7QM4XZ9HT2WB6RC';

/** A sample of the codes, and the number of codes there would be. */
function BatchSample({ batch, template }: { batch: BatchValues; template: CodeInput }) {
  const t = useTranslations('discountBatches.sample');
  const words = useCodeWords();
  const format = useFormat();
  const isWhole = Number.isFinite(template.value) && template.value > 0;
  return (
    <Panel title={t('title')}>
      <p>
        <code>
          {batch.prefix}
          {LETTERS.slice(0, batch.length)}
        </code>
      </p>
      {isWhole && <p className={classes.detail}>{words.gives(template)}</p>}
      <p className={classes.detail}>
        {batch.for === 'audience'
          ? t('each')
          : t('count', { count: batch.count === '' ? 0 : batch.count, shown: format.number(batch.count || 0) })}
      </p>
    </Panel>
  );
}

/** Many codes at once: how many or for whom, and what each of them is. */
export function NewBatch() {
  const currency = useAccount()?.workspace?.currency;
  return currency === undefined ? <FormPageSkeleton /> : <BatchForm currency={currency} />;
}

function BatchForm({ currency }: { currency: string }) {
  const t = useTranslations('discountBatches');
  const codes = useTranslations('discountCodes.form');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const timeZone = useTimeZone() ?? 'UTC';
  const id = useId();
  const [batch, setBatch] = useState(BEGINNING);
  const [hasTried, setHasTried] = useState(false);
  const faults = faultsOf(batch);
  const create = useMutation(trpc.discountCodes.batches.create.mutationOptions());
  const save = async ({ code: _made, ...template }: CodeInput) => {
    const made = await create.mutateAsync({ ...givenOf(batch), template });
    queryClient.setQueryData(trpc.discountCodes.batches.get.queryKey({ id: made.id }), made);
    router.push(`${ROOT}/${made.id}`);
  };
  // Each code gets its letters from the server; the form of one code asks for some.
  const initial = { ...emptyValues(currency), code: 'BATCH', maxUsesTotal: 1 };
  const { form, formProps, failure, busy, saved, editor } = useCodeForm(
    initial,
    { kind: 'discount-batch', record: null },
    save,
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setHasTried(true);
    if (Object.keys(faults).length > 0) event.preventDefault();
    else formProps.onSubmit(event);
  };
  return (
    <FormPage
      title={t('new')}
      back={{ href: ROOT, label: t('title') }}
      id={id}
      formProps={{ ...formProps, onSubmit: submit }}
      actions={
        <>
          <LinkButton href={ROOT} variant="default">
            {codes('cancel')}
          </LinkButton>
          <Button type="submit" form={id} loading={busy || saved}>
            {t('form.create')}
          </Button>
        </>
      }
      aside={<BatchSample batch={batch} template={inputOf(form.values, timeZone)} />}
    >
      <PlanNotice needs="starter" limit="discountBatches" />
      <EditorNotices editor={editor} />
      {failure !== null && <ErrorNotice error={failure} act="write" />}
      <BatchFields
        batch={batch}
        faults={hasTried ? faults : {}}
        onChange={(patch) => setBatch((before) => ({ ...before, ...patch }))}
      />
      <FormSection title={codes('sections.gives')}>
        <GivesFields form={form} />
      </FormSection>
      <FormSection title={codes('sections.scope')}>
        <ScopeFields form={form} />
      </FormSection>
      <FormSection title={t('form.limits')}>
        <LimitFields form={form} used={0} />
      </FormSection>
      <FormSection title={codes('eligibility')}>
        <EligibilityFields form={form} />
      </FormSection>
      <FormSection title={codes('sections.window')}>
        <WindowFields form={form} />
      </FormSection>
    </FormPage>
  );
}
