'use client';
import { Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { connect, reachableBy } from '@/app/(dashboard)/funnels/definition/edits';
import { edgesOf, stepsById, targetAt } from '@/app/(dashboard)/funnels/definition/ways';
import { FormSection } from '@/components/ui/form-section';
import type { Step } from '@/server/resources/funnels/definition-schema';
import type { Board } from './board';

const END = '';

/** Where a step leads: so ways can join, and lead past others. */
export function WaysFields({
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
