'use client';
import { Button, Checkbox, NativeSelect, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isComplete } from '@/app/(dashboard)/audience-segments/draft';
import { keyOfEvent } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { schemaErrors } from '@/components/ui/field-errors';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { FormSection } from '@/components/ui/form-section';
import { definition as schema, type FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { GOAL_EVENTS } from '@/server/modules/automation/funnels/vocabulary';
import type { Board } from './board';
import { EMPTY_DEFINITION, SegmentFields } from './segment-fields';
import { TriggerFields } from './trigger-fields';
import { useWeekdays, WEEKDAYS } from './use-weekdays';
import classes from './editor.module.css';

/** Settings for what lets people in, who of them, how often, when they leave, and what holds for all messages. */
export function SettingsDrawer({ opened, board, onClose }: { opened: boolean; board: Board; onClose: () => void }) {
  const t = useTranslations('funnels.settings');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <Settings board={board} onDone={onClose} />
    </FormDrawer>
  );
}

interface FieldsProps {
  definition: FunnelDefinition;
  faults: Readonly<Record<string, string>>;
  set: (patch: Partial<FunnelDefinition>) => void;
}

function Settings({ board, onDone }: { board: Board; onDone: () => void }) {
  const t = useTranslations('funnels');
  const tFields = useTranslations('fields');
  const [draft, setDraft] = useState(board.definition);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const isDirty = JSON.stringify(draft) !== JSON.stringify(board.definition);
  useUnsavedChanges(isDirty);
  const props: FieldsProps = {
    definition: draft,
    faults,
    set: (patch) => {
      setDraft({ ...draft, ...patch });
      setFaults({});
    },
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const whole = withoutIncomplete(draft);
        const parsed = schema.safeParse(whole);
        if (!parsed.success) return setFaults(schemaErrors(parsed.error.issues, draft, tFields, {}));
        if (isDirty) board.change(whole);
        onDone();
      }}
    >
      <Stack gap="xl">
        <FormSection title={t('settings.trigger')}>
          <TriggerFields
            trigger={draft.trigger}
            faults={faults}
            names={board.words.names}
            onChange={(trigger) => props.set({ trigger })}
          />
          <EntryFields {...props} />
        </FormSection>
        <FormSection title={t('settings.again')}>
          <ReentryFields {...props} />
        </FormSection>
        <FormSection title={t('settings.leave')}>
          <ExitsAndGoal {...props} board={board} />
        </FormSection>
        <FormSection title={t('settings.messages')}>
          <WindowFields {...props} />
          <CapFields {...props} />
          <NumberInput
            label={t('settings.holdout')}
            description={t('settings.holdoutHelp')}
            min={0}
            max={50}
            suffix=" %"
            allowDecimal={false}
            error={faults.holdoutPercent}
            value={draft.holdoutPercent}
            onChange={(value) => props.set({ holdoutPercent: value === '' ? 0 : Number(value) })}
          />
        </FormSection>
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit">{t('editor.done')}</Button>
      </FormActions>
    </form>
  );
}

/** Drops unfinished conditions on an event's properties: they ask for nothing. */
const withoutIncomplete = (draft: FunnelDefinition): FunnelDefinition =>
  draft.trigger.type === 'event'
    ? { ...draft, trigger: { ...draft.trigger, where: draft.trigger.where.filter(isComplete) } }
    : draft;

function EntryFields({ definition: { entry }, set }: FieldsProps) {
  const t = useTranslations('funnels.settings');
  return (
    <>
      <Switch
        label={t('entry')}
        description={t('entryHelp')}
        checked={entry !== null}
        onChange={({ currentTarget }) => set({ entry: currentTarget.checked ? EMPTY_DEFINITION : null })}
      />
      {entry !== null && <SegmentFields definition={entry} onChange={(next) => set({ entry: next })} />}
    </>
  );
}

function ReentryFields({ definition: { reentry }, faults, set }: FieldsProps) {
  const t = useTranslations('funnels.settings');
  return (
    <>
      <NativeSelect
        label={t('reentry')}
        value={reentry.mode}
        data={(['once', 'after_days', 'always'] as const).map((value) => ({ value, label: t(`reentries.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({
            reentry:
              value === 'after_days'
                ? { mode: 'after_days', days: 14 }
                : { mode: value === 'always' ? 'always' : 'once' },
          })
        }
      />
      {reentry.mode === 'after_days' && (
        <NumberInput
          label={t('reentryDays')}
          min={1}
          max={365}
          allowDecimal={false}
          error={faults['reentry.days']}
          value={reentry.days}
          onChange={(value) =>
            set({ reentry: { mode: 'after_days', days: value === '' ? Number.NaN : Number(value) } })
          }
        />
      )}
    </>
  );
}

function ExitsAndGoal({ definition, faults, set, board }: FieldsProps & { board: Board }) {
  const t = useTranslations('funnels');
  const { exits, goal, trigger } = definition;
  const offered = [
    'purchase' as const,
    ...(trigger.type === 'list_added' ? (['left_list'] as const) : []),
    ...(trigger.type === 'segment_entered' ? (['left_segment'] as const) : []),
  ];
  return (
    <>
      {trigger.type === 'abandoned_cart' && <p className={classes.help}>{t('settings.cartExits')}</p>}
      {offered.map((rule) => (
        <Checkbox
          key={rule}
          label={t(`settings.exitRules.${rule}`)}
          checked={exits.includes(rule) || (rule === 'purchase' && trigger.type === 'abandoned_cart')}
          disabled={rule === 'purchase' && trigger.type === 'abandoned_cart'}
          onChange={({ currentTarget }) =>
            set({ exits: currentTarget.checked ? [...exits, rule] : exits.filter((each) => each !== rule) })
          }
        />
      ))}
      <Switch
        label={t('settings.goal')}
        description={t('settings.goalHelp')}
        checked={goal !== null}
        onChange={({ currentTarget }) =>
          set({ goal: currentTarget.checked ? { event: 'purchase', withinDays: 7, exit: true } : null })
        }
      />
      {goal !== null && (
        <>
          <NativeSelect
            label={t('settings.goalEvent')}
            value={goal.event}
            data={GOAL_EVENTS.map((value) => ({
              value,
              label: t(`fields.events.${keyOfEvent(value)}`),
            }))}
            onChange={({ currentTarget: { value } }) => {
              const event = GOAL_EVENTS.find((known) => known === value) ?? goal.event;
              const { listId: _listId, ...rest } = goal;
              set({
                goal: {
                  ...rest,
                  event,
                  ...(event === 'list_added' && { listId: board.words.names.lists[0]?.id ?? '' }),
                },
              });
            }}
          />
          {goal.event === 'list_added' && (
            <Select
              label={t('settings.list')}
              allowDeselect={false}
              error={faults['goal.listId']}
              value={goal.listId ?? ''}
              data={board.words.names.lists.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(listId) => listId !== null && set({ goal: { ...goal, listId } })}
            />
          )}
          <NumberInput
            label={t('settings.goalDays')}
            min={1}
            max={90}
            allowDecimal={false}
            error={faults['goal.withinDays']}
            value={goal.withinDays}
            onChange={(value) => set({ goal: { ...goal, withinDays: value === '' ? Number.NaN : Number(value) } })}
          />
          <Checkbox
            label={t('settings.goalExit')}
            checked={goal.exit}
            onChange={({ currentTarget }) => set({ goal: { ...goal, exit: currentTarget.checked } })}
          />
        </>
      )}
    </>
  );
}

function WindowFields({ definition: { sendWindow }, faults, set }: FieldsProps) {
  const t = useTranslations('funnels.settings');
  const weekdays = useWeekdays();
  return (
    <>
      <Switch
        label={t('window')}
        description={t('windowHelp')}
        checked={sendWindow !== null}
        onChange={({ currentTarget }) =>
          set({ sendWindow: currentTarget.checked ? { days: [...WEEKDAYS], from: '08:00', to: '20:00' } : null })
        }
      />
      {sendWindow !== null && (
        <>
          <div className={classes.days} role="group" aria-label={t('days')}>
            {WEEKDAYS.map((day) => (
              <Checkbox
                key={day}
                size="xs"
                label={weekdays.short(day)}
                aria-label={weekdays.long(day)}
                checked={sendWindow.days.includes(day)}
                onChange={({ currentTarget }) =>
                  set({
                    sendWindow: {
                      ...sendWindow,
                      days: currentTarget.checked
                        ? [...sendWindow.days, day].sort((a, b) => a - b)
                        : sendWindow.days.filter((each) => each !== day),
                    },
                  })
                }
              />
            ))}
          </div>
          {faults['sendWindow.days'] !== undefined && <p className={classes.wrong}>{faults['sendWindow.days']}</p>}
          <div className={classes.pair}>
            <TimeInput
              label={t('from')}
              error={faults['sendWindow.from']}
              value={sendWindow.from}
              onChange={({ currentTarget }) => set({ sendWindow: { ...sendWindow, from: currentTarget.value } })}
            />
            <TimeInput
              label={t('to')}
              error={faults['sendWindow.to']}
              value={sendWindow.to}
              onChange={({ currentTarget }) => set({ sendWindow: { ...sendWindow, to: currentTarget.value } })}
            />
          </div>
        </>
      )}
    </>
  );
}

function CapFields({ definition: { frequencyCap, onePerAddress = false }, faults, set }: FieldsProps) {
  const t = useTranslations('funnels.settings');
  return (
    <>
      <Switch
        label={t('onePerAddress')}
        description={t('onePerAddressHelp')}
        checked={onePerAddress}
        onChange={({ currentTarget }) => set({ onePerAddress: currentTarget.checked })}
      />
      <Switch
        label={t('cap')}
        description={t('capHelp')}
        checked={frequencyCap !== null}
        onChange={({ currentTarget }) => set({ frequencyCap: currentTarget.checked ? { max: 3, perDays: 7 } : null })}
      />
      {frequencyCap !== null && (
        <div className={classes.pair}>
          <NumberInput
            label={t('capMax')}
            min={1}
            max={20}
            allowDecimal={false}
            error={faults['frequencyCap.max']}
            value={frequencyCap.max}
            onChange={(value) =>
              set({ frequencyCap: { ...frequencyCap, max: value === '' ? Number.NaN : Number(value) } })
            }
          />
          <NumberInput
            label={t('capDays')}
            min={1}
            max={30}
            allowDecimal={false}
            error={faults['frequencyCap.perDays']}
            value={frequencyCap.perDays}
            onChange={(value) =>
              set({ frequencyCap: { ...frequencyCap, perDays: value === '' ? Number.NaN : Number(value) } })
            }
          />
        </div>
      )}
    </>
  );
}
