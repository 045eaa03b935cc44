'use client';
import { SegmentedControl, Select, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { BlockEditor } from '@/components/email/block-editor';
import type { Faults } from '@/components/email/document-faults';
import { EmailPreview } from '@/components/email/email-preview';
import { useCompiled } from '@/components/email/use-compiled';
import { useAccount } from '@/components/shell/use-account';
import { Panel } from '@/components/ui/panel';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import { emailFrom, isDocument, partOf, textOf } from './draft';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

const MODES = ['blocks', 'html'] as const;
type Mode = (typeof MODES)[number];

/** The initial content of a new e-mail. */
const EMPTY: BlockDocument = { subject: '', preheader: '', accentColor: '#0f766e', blocks: [] };

/** An e-mail from blocks, or from HTML of one's own; either may begin with a template. */
export function ContentEmail({ part, faults, onChange }: PartProps & { faults: Faults }) {
  const t = useTranslations('broadcasts.content');
  // The editor keeps what is open and in which place, so another document is another editor.
  const [edition, setEdition] = useState(0);
  const [mode, setMode] = useState<Mode>(
    isDocument(part.blocks) || textOf(part, 'html') + textOf(part, 'text') === '' ? 'blocks' : 'html',
  );
  const blocks = isDocument(part.blocks) ? part.blocks : EMPTY;
  const change = (next: Mode) => {
    setMode(next);
    // The compiled HTML stays as a beginning; the blocks go, or saving would compile over what is written by hand.
    if (next === 'html') onChange({ ...part, blocks: undefined });
  };
  return (
    <Stack gap="lg">
      <div className={classes.bar}>
        <SegmentedControl
          data={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          value={mode}
          onChange={(value) => change(value === 'html' ? 'html' : 'blocks')}
          aria-label={t('mode.label')}
        />
        <FromTemplate
          onPick={(email) => {
            setMode(isDocument(email.blocks) ? 'blocks' : 'html');
            setEdition(edition + 1);
            onChange(email);
          }}
        />
      </div>
      {mode === 'blocks' ? (
        <Blocks
          key={edition}
          value={blocks}
          faults={faults}
          onChange={(value) =>
            onChange({ ...part, subject: value.subject ?? '', preheader: value.preheader ?? '', blocks: value })
          }
        />
      ) : (
        <Html part={part} onChange={onChange} />
      )}
    </Stack>
  );
}

function Blocks({
  value,
  faults,
  onChange,
}: {
  value: BlockDocument;
  faults: Faults;
  onChange: (value: BlockDocument) => void;
}) {
  const sender = useAccount()?.workspace?.name;
  const { compiled } = useCompiled(value);
  const [pointed, setPointed] = useState<{ index: number }>();
  return (
    <div className={classes.wide}>
      <BlockEditor value={value} faults={faults} onChange={onChange} pointed={pointed} />
      <div className={classes.sticky}>
        <EmailPreview
          sender={sender}
          html={compiled?.html}
          text={compiled?.text}
          subject={value.subject ?? ''}
          preheader={value.preheader ?? ''}
          writing={
            compiled && {
              document: value,
              places: compiled.places,
              onChange,
              onOpen: (index) => setPointed({ index }),
            }
          }
        />
      </div>
    </div>
  );
}

function Html({ part, onChange }: PartProps) {
  const sender = useAccount()?.workspace?.name;
  const t = useTranslations('broadcasts.content');
  const field = (key: string) => ({
    value: textOf(part, key),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...part, [key]: event.currentTarget.value }),
  });
  return (
    <div className={classes.wide}>
      <Panel>
        <Stack gap="lg">
          <TextInput label={t('subject')} {...field('subject')} />
          <Tabs
            defaultValue={textOf(part, 'html') === '' && textOf(part, 'text') !== '' ? 'text' : 'html'}
            color="var(--ink)"
          >
            <Tabs.List mb="sm">
              <Tabs.Tab value="html">HTML</Tabs.Tab>
              <Tabs.Tab value="text">{t('plain')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="html">
              <Textarea
                aria-label="HTML"
                autosize
                minRows={16}
                maxRows={32}
                spellCheck={false}
                classNames={{ input: classes.source }}
                {...field('html')}
              />
            </Tabs.Panel>
            <Tabs.Panel value="text">
              <Textarea
                aria-label={t('plain')}
                description={t('plainHelp')}
                autosize
                minRows={16}
                maxRows={32}
                {...field('text')}
              />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </Panel>
      <div className={classes.sticky}>
        <EmailPreview
          sender={sender}
          html={textOf(part, 'html')}
          text={textOf(part, 'text')}
          subject={textOf(part, 'subject')}
          preheader={textOf(part, 'preheader')}
        />
      </div>
    </div>
  );
}

/** Copies a template's e-mail into the broadcast; the template itself stays as it is. */
function FromTemplate({ onPick }: { onPick: (email: Record<string, unknown>) => void }) {
  const t = useTranslations('broadcasts.content');
  const query = useQuery(useTRPC().broadcasts.templates.list.queryOptions());
  const usable = (query.data?.templates ?? []).filter(
    ({ content, blocks }) => blocks !== null || Object.keys(partOf(content, 'email')).length > 0,
  );
  if (usable.length === 0) return null;
  return (
    <Select
      aria-label={t('template')}
      placeholder={t('template')}
      searchable
      value={null}
      data={usable.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        const picked = usable.find((template) => template.id === id);
        if (picked !== undefined) onPick(emailFrom(picked));
      }}
    />
  );
}
