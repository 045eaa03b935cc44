'use client';
import { Tabs, Textarea, JsonInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Faults } from '@/components/email/document-faults';
import { MergeTagsNotice } from '@/components/email/merge-tags-notice';
import { CATALOG } from '@/server/platform/vendors/catalog';
import type { Family } from '@/server/platform/vendors/provider-ids';
import { ContentEmail } from './content-email';
import { ContentWhatsapp } from './content-whatsapp';
import { isDocument, partOf, type Draft, textOf } from './draft';
import { Panel } from '@/components/ui/panel';
import { smsParts } from './sms-parts';
import classes from './composer.module.css';
import { useState } from 'react';
import { isRecord } from '@/server/platform/lib/narrow';

function ContentPush({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const title = textOf(part, 'title');
  const body = textOf(part, 'body');
  return (
    <div className={classes.page}>
      <Panel>
        <Stack gap="lg">
          <TextInput
            label={t('pushTitle')}
            value={title}
            onChange={(event) => onChange({ ...part, title: event.currentTarget.value })}
          />
          <Textarea
            label={t('pushBody')}
            autosize
            minRows={3}
            maxRows={10}
            value={body}
            onChange={(event) => onChange({ ...part, body: event.currentTarget.value })}
          />
          <TextInput
            label={t('pushUrl')}
            description={t('pushUrlHelp')}
            type="url"
            value={textOf(part, 'url')}
            onChange={(event) => onChange({ ...part, url: event.currentTarget.value })}
          />
        </Stack>
      </Panel>
      <Panel title={t('preview')} className={classes.sticky}>
        {title + body === '' ? (
          <p className={classes.none}>{t('nothing')}</p>
        ) : (
          <div className={classes.push}>
            <strong>{title}</strong>
            {body}
          </div>
        )}
      </Panel>
    </div>
  );
}

/** A chat message: text, and a picture if one likes. */
function ContentText({ family, part, onChange }: PartProps & { family: Family }) {
  const t = useTranslations('broadcasts');
  const text = textOf(part, 'text');
  return (
    <div className={classes.page}>
      <Panel>
        <Stack gap="lg">
          <Textarea
            label={t('content.text', { family: t(`families.${family}`) })}
            autosize
            minRows={5}
            maxRows={16}
            value={text}
            onChange={(event) => onChange({ ...part, text: event.currentTarget.value })}
          />
          <TextInput
            label={t('content.imageUrl')}
            description={t('content.imageUrlHelp')}
            type="url"
            value={textOf(part, 'imageUrl')}
            onChange={(event) =>
              onChange({ ...part, imageUrl: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
            }
          />
        </Stack>
      </Panel>
      <Panel title={t('content.preview')} className={classes.sticky}>
        {text === '' ? (
          <p className={classes.none}>{t('content.nothing')}</p>
        ) : (
          <p className={classes.bubble}>{text}</p>
        )}
      </Panel>
    </div>
  );
}

/** Any JSON object: what it means is between the merchant and the address that gets it. */
function ContentWebhook({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const [json, setJson] = useState(() => JSON.stringify(part, null, 2));
  const change = (text: string): void => {
    setJson(text);
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) onChange(value);
    } catch {
      // Half-typed: the field says so, and the last whole object stays.
    }
  };
  return (
    <Panel>
      <p className={classes.help}>{t('webhookHelp')}</p>
      <JsonInput
        label={t('webhook')}
        autosize
        minRows={8}
        formatOnBlur
        validationError={t('json')}
        value={json}
        onChange={change}
      />
    </Panel>
  );
}

/** The text of an SMS, and in how many parts it goes: providers charge for each. */
function ContentSms({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const body = textOf(part, 'body');
  const { characters, parts, unicode } = smsParts(body);
  return (
    <div className={classes.page}>
      <Panel>
        <Textarea
          label={t('smsBody')}
          autosize
          minRows={5}
          maxRows={14}
          value={body}
          onChange={(event) => onChange({ ...part, body: event.currentTarget.value })}
        />
        <p className={classes.meter}>{t('smsParts', { characters, parts })}</p>
        {unicode && <p className={classes.meter}>{t('smsUnicode')}</p>}
      </Panel>
      <Panel title={t('preview')} className={classes.sticky}>
        {body === '' ? <p className={classes.none}>{t('nothing')}</p> : <p className={classes.bubble}>{body}</p>}
      </Panel>
    </div>
  );
}

/** The props of the editor of a family. */
export interface PartProps {
  part: Record<string, unknown>;
  onChange: (part: Record<string, unknown>) => void;
}

/** The families of the picked providers, in the order of picking. */
export const familiesOf = (providers: Draft['providers']): Family[] => [
  ...new Set(providers.flatMap((id) => CATALOG.get(id)?.family ?? [])),
];

/** Drops `html` and `text` that are compiled from blocks: they follow the blocks only at the next save. */
const writtenIn = ({ html, text, ...part }: Record<string, unknown>): Record<string, unknown> =>
  isDocument(part.blocks) ? part : { html, text, ...part };

/** The editor of a family, with what its receiver sees beside it. */
export function FamilyContent({ family, faults, ...props }: PartProps & { family: Family; faults: Faults }) {
  switch (family) {
    case 'email':
      return <ContentEmail {...props} faults={faults} />;
    case 'sms':
      return <ContentSms {...props} />;
    case 'push':
      return <ContentPush {...props} />;
    case 'whatsapp':
      return <ContentWhatsapp {...props} />;
    case 'webhook':
      return <ContentWebhook {...props} />;
    default:
      return <ContentText family={family} {...props} />;
  }
}

/** One tab for each kind of channel: an e-mail is not a text message. */
export function ContentEditors({
  families,
  content,
  faults,
  onChange,
}: {
  families: readonly Family[];
  content: Record<string, unknown>;
  faults: Faults;
  onChange: (family: Family, part: Record<string, unknown>) => void;
}) {
  const t = useTranslations('broadcasts.families');
  const editor = (family: Family) => {
    const part = partOf(content, family);
    return (
      <>
        <MergeTagsNotice content={writtenIn(part)} />
        <FamilyContent family={family} part={part} faults={faults} onChange={(next) => onChange(family, next)} />
      </>
    );
  };
  const [first] = families;
  if (first === undefined) return null;
  if (families.length === 1) return editor(first);
  return (
    <Tabs defaultValue={first} color="var(--ink)" keepMounted={false}>
      <Tabs.List mb="lg">
        {families.map((family) => (
          <Tabs.Tab key={family} value={family}>
            {t(family)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {families.map((family) => (
        <Tabs.Panel key={family} value={family}>
          {editor(family)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
