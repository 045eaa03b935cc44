'use client';
import { Button, Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isComplete } from '@/app/(dashboard)/audience-segments/draft';
import { replace, connect, reachableBy } from '@/app/(dashboard)/funnels/definition/edits';
import type { Funnel } from '@/app/(dashboard)/funnels/funnel';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { schemaErrors } from '@/components/ui/field-errors';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { step as schema, type Step } from '@/server/modules/automation/funnels/step-schema';
import type { Board } from './board';
import { StepFields } from './step-fields';
import classes from './editor.module.css';
import { edgesOf, stepsById, targetAt } from '@/app/(dashboard)/funnels/definition/ways';
import { FormSection } from '@/components/ui/form-section';
const END = '';

/** Fields for the targets of a step: with them ways can join, and lead past others. */
function WaysFields({
  step,
  board: { definition, words, numbers },
  onChange,
}: {
  step: Step;
  board: Board;
  onChange: (step: Step) => void;
}) {
  const t = useTranslations('funnels.editor');
  const edges = edgesOf(step);
  if (edges.length === 0 || !stepsById(definition).has(step.id)) return null;
  /** The definition with what is typed here, so that a variant that was added has a way as well. */
  const current = { ...definition, steps: definition.steps.map((each) => (each.id === step.id ? step : each)) };
  const targets = [...reachableBy(current, { from: step.id, branch: '' })]
    .filter(({ id }) => id !== step.id)
    .sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0));
  const data = [
    { value: END, label: t('endOption') },
    ...targets.map((each) => ({
      value: each.id,
      label: t('card', { number: numbers.get(each.id) ?? 0, title: words.title(each) }),
    })),
  ];
  return (
    <FormSection title={t('leads')}>
      <Stack gap="md">
        {edges.map((edge) => (
          <Select
            key={edge.branch}
            label={edges.length === 1 ? t('then') : words.branch(step, edge.branch)}
            data={data}
            allowDeselect={false}
            value={targetAt(current, edge) ?? END}
            onChange={(target) => {
              const next = connect(current, edge, target === END ? null : target);
              const changed = stepsById(next).get(step.id);
              if (changed !== undefined) onChange(changed);
            }}
          />
        ))}
      </Stack>
    </FormSection>
  );
}

interface Props {
  opened: boolean;
  step: Step | undefined;
  board: Board;
  funnel: Funnel;
  settle: () => Promise<boolean>;
  onClose: () => void;
}

const WIDE = 'min(72rem, 100%)';

/** The action of a step, and where it leads. */
export function StepDrawer({ opened, step, board, funnel, settle, onClose }: Props) {
  const title = step === undefined ? '' : board.words.title(step);
  return (
    <FormDrawer
      opened={opened && step !== undefined}
      onClose={onClose}
      title={title}
      {...(step?.kind === 'send' && { size: WIDE })}
    >
      {step !== undefined && (
        <StepForm key={step.id} step={step} board={board} funnel={funnel} settle={settle} onDone={onClose} />
      )}
    </FormDrawer>
  );
}

/** A condition on a property of an event that was begun and not ended asks for nothing. */
const withoutIncomplete = (step: Step): Step =>
  step.kind === 'wait_until'
    ? {
        ...step,
        config: {
          ...step.config,
          any: step.config.any.map((cause) =>
            'event' in cause && cause.where !== undefined ? { ...cause, where: cause.where.filter(isComplete) } : cause,
          ),
        },
      }
    : step;

interface FormProps {
  step: Step;
  board: Board;
  funnel: Funnel;
  settle: () => Promise<boolean>;
  onDone: () => void;
}

function StepForm({ step, board, funnel, settle, onDone }: FormProps) {
  const t = useTranslations('funnels.editor');
  const tFields = useTranslations('fields');
  const [draft, setDraft] = useState(step);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const isDirty = JSON.stringify(draft) !== JSON.stringify(step);
  useUnsavedChanges(isDirty);
  const submit = (): void => {
    const parsed = schema.safeParse(withoutIncomplete(draft));
    if (!parsed.success) return setFaults(schemaErrors(parsed.error.issues, draft, tFields, {}));
    if (isDirty) board.change(replace(board.definition, { ...parsed.data, id: step.id }));
    onDone();
  };
  const others = Object.entries(faults).filter(([path]) => !path.startsWith('config.'));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <fieldset disabled={board.isReadOnly} className={classes.form}>
        <StepFields
          step={draft}
          faults={faults}
          board={board}
          funnelId={funnel.id}
          isSaved={!isDirty}
          settle={settle}
          onChange={(next) => {
            setDraft(next);
            setFaults({});
          }}
        />
        <WaysFields step={draft} board={board} onChange={setDraft} />
        {others.map(([path, words]) => (
          <p key={path} role="alert">
            {words}
          </p>
        ))}
      </fieldset>
      <FormActions>
        <CancelButton />
        {!board.isReadOnly && <Button type="submit">{t('done')}</Button>}
      </FormActions>
    </form>
  );
}
