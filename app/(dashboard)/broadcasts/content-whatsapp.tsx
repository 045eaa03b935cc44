'use client';
import { JsonInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import { partOf, textOf } from './draft';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

const MODES = ['template', 'contentSid', 'text'] as const;
type Mode = (typeof MODES)[number];

const modeOf = (part: Record<string, unknown>): Mode => MODES.find((mode) => part[mode] !== undefined) ?? 'template';

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
};

/** A template that WhatsApp has approved, or free text, which only people who wrote within the last 24 hours get. */
export function ContentWhatsapp({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const [mode, setMode] = useState(() => modeOf(part));
  const template = partOf(part, 'template');
  const [components, setComponents] = useState(() => JSON.stringify(template.components ?? [], null, 2));
  const [variables, setVariables] = useState(() => JSON.stringify(part.contentVariables ?? {}, null, 2));
  const text = textOf(part, 'text');
  return (
    <div className={classes.page}>
      <Panel>
        <Stack gap="lg">
          <SegmentedControl
            fullWidth
            data={MODES.map((value) => ({ value, label: t(`whatsapp.${value}`) }))}
            value={mode}
            onChange={(value) => setMode(MODES.find((known) => known === value) ?? 'text')}
            aria-label={t('whatsapp.kind')}
          />
          <p className={classes.help}>{t(`whatsapp.${mode}Help`)}</p>
          {mode === 'text' && (
            <Textarea
              label={t('whatsapp.text')}
              autosize
              minRows={5}
              maxRows={16}
              value={text}
              onChange={(event) => onChange({ text: event.currentTarget.value })}
            />
          )}
          {mode === 'contentSid' && (
            <>
              <TextInput
                label={t('whatsapp.sid')}
                placeholder="HX…"
                value={textOf(part, 'contentSid')}
                onChange={(event) =>
                  onChange({ ...part, text: undefined, template: undefined, contentSid: event.currentTarget.value })
                }
              />
              <JsonInput
                label={t('whatsapp.variables')}
                autosize
                minRows={3}
                formatOnBlur
                validationError={t('json')}
                value={variables}
                onChange={(json) => {
                  setVariables(json);
                  if (parsed(json) !== undefined) onChange({ ...part, contentVariables: parsed(json) });
                }}
              />
            </>
          )}
          {mode === 'template' && (
            <>
              <TextInput
                label={t('whatsapp.name')}
                value={textOf(template, 'name')}
                onChange={(event) => onChange({ template: { ...template, name: event.currentTarget.value } })}
              />
              <TextInput
                label={t('whatsapp.language')}
                placeholder="id"
                value={textOf(template, 'language')}
                onChange={(event) => onChange({ template: { ...template, language: event.currentTarget.value } })}
              />
              <JsonInput
                label={t('whatsapp.components')}
                description={t('whatsapp.componentsHelp')}
                autosize
                minRows={3}
                formatOnBlur
                validationError={t('json')}
                value={components}
                onChange={(json) => {
                  setComponents(json);
                  if (parsed(json) !== undefined) onChange({ template: { ...template, components: parsed(json) } });
                }}
              />
            </>
          )}
        </Stack>
      </Panel>
      <Panel title={t('preview')} className={classes.sticky}>
        {mode === 'text' && text !== '' ? (
          <p className={classes.bubble}>{text}</p>
        ) : (
          <p className={classes.none}>{mode === 'text' ? t('nothing') : t('whatsapp.noPreview')}</p>
        )}
      </Panel>
    </div>
  );
}
