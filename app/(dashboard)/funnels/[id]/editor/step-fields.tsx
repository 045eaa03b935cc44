'use client';
import type { Step, StepOf } from '@/server/modules/automation/funnels/step-schema';
import type { Board } from './board';
import { MintFields } from './fields-mint';
import { SendFields } from './fields-send';
import { SplitFields } from './fields-split';
import { UpdateFields } from './fields-update';
import { WaitFields } from './fields-wait';
import { SegmentedControl, Select, Stack, TextInput, NumberInput, NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { TimeInput } from '@mantine/dates';
import { DurationField } from './duration-field';
import classes from './editor.module.css';
import { MESSAGE_ANSWERS } from '@/server/modules/automation/funnels/vocabulary';
import { EMPTY_DEFINITION, SegmentFields } from './segment-fields';

type Config = StepOf<'condition'>['config'];

/** A question about the contact, about a message of this funnel, or about the cart. */
function ConditionFields({ step, faults, board, onChange }: FieldsProps<StepOf<'condition'>>) {
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

/** For a while, or until a time of the contact's day. */
function DelayFields({ step, faults, onChange }: FieldsProps<StepOf<'delay'>>) {
  const t = useTranslations('funnels.fields');
  const { config } = step;
  const set = (next: StepOf<'delay'>['config']) => onChange({ ...step, config: next });
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('delay.how')}
        value={'minutes' in config ? 'for' : 'at'}
        data={[
          { value: 'for', label: t('delay.for') },
          { value: 'at', label: t('delay.at') },
        ]}
        onChange={(how) => set(how === 'for' ? { minutes: 24 * 60 } : { days: 1, at: '09:00' })}
      />
      {'minutes' in config ? (
        <DurationField
          label={t('delay.long')}
          minutes={config.minutes}
          error={faults['config.minutes'] ?? faults.config}
          onChange={(minutes) => set({ minutes })}
        />
      ) : (
        <div className={classes.pair}>
          <NumberInput
            label={t('delay.days')}
            description={t('delay.daysHelp')}
            min={0}
            max={365}
            allowDecimal={false}
            error={faults['config.days'] ?? faults.config}
            value={config.days}
            onChange={(days) => set({ ...config, days: days === '' ? Number.NaN : Number(days) })}
          />
          <TimeInput
            label={t('time')}
            description={t('timeHelp')}
            error={faults['config.at']}
            value={config.at}
            onChange={(event) => set({ ...config, at: event.currentTarget.value })}
          />
        </div>
      )}
    </Stack>
  );
}

/** Onto a list, or off it. */
function ListFields({ step, faults, board, onChange }: FieldsProps<StepOf<'list'>>) {
  const t = useTranslations('funnels');
  const adds = 'add' in step.config;
  const listId = 'add' in step.config ? step.config.add : step.config.remove;
  const set = (isAdding: boolean, id: string) => onChange({ ...step, config: isAdding ? { add: id } : { remove: id } });
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('fields.listHow')}
        value={adds ? 'add' : 'remove'}
        data={[
          { value: 'add', label: t('words.listAdd') },
          { value: 'remove', label: t('words.listRemove') },
        ]}
        onChange={(how) => set(how === 'add', listId)}
      />
      <Select
        label={t('fields.list')}
        searchable
        allowDeselect={false}
        error={faults.config ?? faults['config.add'] ?? faults['config.remove']}
        value={listId}
        data={board.words.names.lists.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => set(adds, id ?? listId)}
      />
    </Stack>
  );
}

/** The reason is what figures and webhooks call it. */
function ExitFields({ step, faults, onChange }: FieldsProps<StepOf<'exit'>>) {
  const t = useTranslations('funnels.fields');
  return (
    <TextInput
      label={t('reason')}
      description={t('reasonHelp')}
      maxLength={60}
      autoComplete="off"
      error={faults['config.reason']}
      value={step.config.reason}
      onChange={({ currentTarget }) => onChange({ ...step, config: { reason: currentTarget.value } })}
    />
  );
}

export interface FieldsProps<Of extends Step = Step> {
  step: Of;
  /** By path in the step: `config.minutes`. */
  faults: Readonly<Record<string, string>>;
  board: Board;
  funnelId: string;
  /** True when the shown values are the stored ones. */
  isSaved: boolean;
  settle: () => Promise<boolean>;
  onChange: (step: Of) => void;
}

/** The fields of a step, by its kind. */
export function StepFields({ step, ...props }: FieldsProps) {
  switch (step.kind) {
    case 'send':
      return <SendFields {...props} step={step} />;
    case 'delay':
      return <DelayFields {...props} step={step} />;
    case 'wait_until':
      return <WaitFields {...props} step={step} />;
    case 'condition':
      return <ConditionFields {...props} step={step} />;
    case 'split':
      return <SplitFields {...props} step={step} />;
    case 'mint_code':
      return <MintFields {...props} step={step} />;
    case 'update_contact':
      return <UpdateFields {...props} step={step} />;
    case 'list':
      return <ListFields {...props} step={step} />;
    case 'exit':
      return <ExitFields {...props} step={step} />;
  }
}
