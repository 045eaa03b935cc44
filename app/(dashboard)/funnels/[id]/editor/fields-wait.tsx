'use client';
import { ActionIcon, Button, Input, NativeSelect, Select, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { keyOfEvent } from '@/app/(dashboard)/funnels/use-funnel-words';
import { SMALL_ICON } from '@/components/ui/icon';
import type { StepOf, WaitCause } from '@/server/modules/automation/funnels/step-schema';
import { WAIT_EVENTS, type WaitEvent } from '@/server/modules/automation/funnels/vocabulary';
import { DurationField } from './duration-field';
import { EventFields } from './event-fields';
import { EMPTY_DEFINITION, SegmentFields } from './segment-fields';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

const MOST = 5;
const DEFINITION = 'definition';
const ANY = '';

/** Fields for the events it waits for, any of up to five, and for the longest wait. */
export function WaitFields({ step, faults, board, onChange }: FieldsProps<StepOf<'wait_until'>>) {
  const t = useTranslations('funnels.fields');
  const { any, minutes } = step.config;
  const set = (config: Partial<StepOf<'wait_until'>['config']>) =>
    onChange({ ...step, config: { ...step.config, ...config } });
  return (
    <Stack gap="lg">
      <Input.Wrapper label={t('wait.for')} description={t('wait.forHelp')} component="div">
        <Stack gap="xs" mt={6}>
          {any.map((cause, at) => (
            <div key={at} className={classes.cause}>
              <CauseFields
                cause={cause}
                board={board}
                fault={
                  faults[`config.any.${at}`] ?? faults[`config.any.${at}.listId`] ?? faults[`config.any.${at}.where`]
                }
                onChange={(next) => set({ any: any.map((each, n) => (n === at ? next : each)) })}
              />
              {any.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={t('wait.remove')}
                  onClick={() => set({ any: any.filter((_, n) => n !== at) })}
                >
                  <IconTrash {...SMALL_ICON} />
                </ActionIcon>
              )}
            </div>
          ))}
          {any.length < MOST && (
            <div>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconPlus {...SMALL_ICON} />}
                onClick={() => set({ any: [...any, { event: 'message.clicked' }] })}
              >
                {t('wait.add')}
              </Button>
            </div>
          )}
        </Stack>
      </Input.Wrapper>
      <DurationField
        label={t('wait.most')}
        description={t('wait.mostHelp')}
        minutes={minutes}
        error={faults['config.minutes']}
        onChange={(next) => set({ minutes: next })}
      />
    </Stack>
  );
}

interface CauseProps {
  cause: WaitCause;
  board: FieldsProps['board'];
  fault: string | undefined;
  onChange: (cause: WaitCause) => void;
}

function CauseFields({ cause, board, fault, onChange }: CauseProps) {
  const t = useTranslations('funnels');
  const { words, definition, numbers } = board;
  const sends = definition.steps.filter(({ kind }) => kind === 'send');
  const event = 'event' in cause ? cause.event : DEFINITION;
  const isKnown = (value: string): value is WaitEvent => WAIT_EVENTS.some((known) => known === value);
  return (
    <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
      <NativeSelect
        aria-label={t('fields.wait.what')}
        value={event}
        error={fault}
        data={[
          ...WAIT_EVENTS.map((value) => ({
            value,
            label: t(`fields.events.${keyOfEvent(value)}`),
          })),
          { value: DEFINITION, label: t('fields.wait.definition') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === 'event'
              ? { event: value, name: 'product_viewed' }
              : isKnown(value)
                ? { event: value }
                : { definition: EMPTY_DEFINITION },
          )
        }
      />
      {'event' in cause && cause.event.startsWith('message.') && (
        <Select
          aria-label={t('fields.wait.which')}
          allowDeselect={false}
          value={cause.stepId ?? ANY}
          data={[
            { value: ANY, label: t('fields.wait.anyMessage') },
            ...sends.map((each) => ({
              value: each.id,
              label: t('editor.card', { number: numbers.get(each.id) ?? 0, title: words.title(each) }),
            })),
          ]}
          onChange={(stepId) =>
            onChange({ event: cause.event, ...(stepId === null || stepId === ANY ? {} : { stepId }) })
          }
        />
      )}
      {'event' in cause && cause.event === 'list_added' && (
        <Select
          aria-label={t('fields.list')}
          allowDeselect={false}
          value={cause.listId ?? ANY}
          data={[
            { value: ANY, label: t('fields.wait.anyList') },
            ...words.names.lists.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(listId) =>
            onChange({ event: cause.event, ...(listId === null || listId === ANY ? {} : { listId }) })
          }
        />
      )}
      {'event' in cause && cause.event === 'event' && (
        <EventFields
          name={cause.name ?? ''}
          error={fault}
          where={cause.where ?? []}
          onChange={(changes) => onChange({ ...cause, ...changes })}
        />
      )}
      {'definition' in cause && (
        <SegmentFields definition={cause.definition} onChange={(next) => onChange({ definition: next })} />
      )}
    </Stack>
  );
}
