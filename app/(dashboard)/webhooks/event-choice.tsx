'use client';
import { Checkbox, Input, Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Choice } from './endpoint';
import { useEventWords } from './use-event-words';
import classes from './webhooks.module.css';

interface Props {
  choice: Choice;
  onChange: (choice: Choice) => void;
  error?: ReactNode;
}

/** What an endpoint is told of: everything, or events by group. Names that we do not know stay, and can be taken out. */
export function EventChoice({ choice, onChange, error }: Props) {
  const t = useTranslations('webhooks');
  const { wordsOf, groups } = useEventWords();
  const { everything, types, others } = choice;
  const set = (changed: readonly string[], on: boolean) =>
    onChange({
      ...choice,
      types: on ? [...new Set([...types, ...changed])] : types.filter((type) => !changed.includes(type)),
    });
  return (
    <Input.Wrapper label={t('form.events')} error={error} labelElement="div">
      <Radio.Group
        aria-label={t('form.events')}
        value={everything ? 'all' : 'some'}
        onChange={(value) => onChange({ ...choice, everything: value === 'all' })}
      >
        <Stack gap="sm" mt={8}>
          <Radio value="all" label={t('form.everything')} description={t('form.everythingHelp')} />
          <Radio value="some" label={t('form.some')} />
        </Stack>
      </Radio.Group>
      {!everything && (
        <div className={classes.groups} data-error={error !== undefined && error !== null ? true : undefined}>
          {groups.map((group) => {
            const offered = group.types
              .filter(({ type, emitted }) => emitted || types.includes(type))
              .map(({ type }) => type);
            const chosen = offered.filter((type) => types.includes(type));
            return (
              <fieldset key={group.resource}>
                <legend>
                  <Checkbox
                    label={group.words}
                    checked={chosen.length === offered.length}
                    indeterminate={chosen.length > 0 && chosen.length < offered.length}
                    onChange={(event) => set(offered, event.currentTarget.checked)}
                  />
                </legend>
                <div>
                  {offered.map((type) => (
                    <Checkbox
                      key={type}
                      size="xs"
                      label={wordsOf(type)}
                      description={<code>{type}</code>}
                      checked={types.includes(type)}
                      onChange={(event) => set([type], event.currentTarget.checked)}
                    />
                  ))}
                </div>
              </fieldset>
            );
          })}
          {others.length > 0 && (
            <fieldset>
              <legend>{t('form.others')}</legend>
              <div>
                {others.map((name) => (
                  <Checkbox
                    key={name}
                    size="xs"
                    label={<code>{name}</code>}
                    checked
                    onChange={() => onChange({ ...choice, others: others.filter((each) => each !== name) })}
                  />
                ))}
              </div>
            </fieldset>
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}
