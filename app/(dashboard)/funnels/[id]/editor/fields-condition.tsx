'use client';
import { NativeSelect, SegmentedControl, Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { StepOf } from '@/server/resources/funnels/definition-schema';
import { MESSAGE_ANSWERS } from '@/server/resources/funnels/vocabulary';
import { EMPTY_DEFINITION, SegmentFields } from './segment-fields';
import type { FieldsProps } from './step-fields';

type Config = StepOf<'condition'>['config'];

/** A question about the contact, about a message of this funnel, or about the cart. */
export function ConditionFields({ step, faults, board, onChange }: FieldsProps<StepOf<'condition'>>) {
  const t = useTranslations('funnels');
  const { words, definition, numbers } = board;
  const { config } = step;
  const sends = definition.steps.filter(({ kind }) => kind === 'send');
  const set = (next: Config) => onChange({ ...step, config: next });
  const kind = 'definition' in config ? 'contact' : 'stepId' in config ? 'message' : 'cart';
  const begun: Record<string, Config> = {
    contact: { definition: EMPTY_DEFINITION },
    message: { stepId: sends[0]?.id ?? '', is: 'opened' },
    cart: { cart: 'recovered' },
  };
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('fields.condition.about')}
        value={kind}
        data={(['contact', 'message', 'cart'] as const).map((value) => ({
          value,
          label: t(`fields.condition.${value}`),
          disabled: value === 'message' && sends.length === 0,
        }))}
        onChange={(next) => {
          const chosen = begun[next];
          if (chosen !== undefined) set(chosen);
        }}
      />
      {'definition' in config && (
        <SegmentFields definition={config.definition} onChange={(next) => set({ definition: next })} />
      )}
      {'stepId' in config && (
        <>
          <Select
            label={t('fields.condition.step')}
            allowDeselect={false}
            error={faults['config.stepId'] ?? faults.config}
            value={config.stepId}
            data={sends.map((each) => ({
              value: each.id,
              label: t('editor.card', { number: numbers.get(each.id) ?? 0, title: words.title(each) }),
            }))}
            onChange={(stepId) => set({ ...config, stepId: stepId ?? '' })}
          />
          <NativeSelect
            label={t('fields.condition.is')}
            value={config.is}
            data={MESSAGE_ANSWERS.map((value) => ({ value, label: t(`words.is.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              set({ ...config, is: MESSAGE_ANSWERS.find((known) => known === value) ?? config.is })
            }
          />
        </>
      )}
      {'cart' in config && <p>{t('fields.condition.cartHelp')}</p>}
    </Stack>
  );
}
