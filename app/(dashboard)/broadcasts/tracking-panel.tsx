'use client';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { withUtm } from '@/server/platform/email/utm';
import { partOf, type Draft } from './draft';
import classes from './composer.module.css';

interface Props {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
}

const FIELDS = ['source', 'medium', 'campaign'] as const;
const LONGEST = 100;
/** Matches a link of an e-mail, in blocks or in HTML, as it is written in JSON. */
const LINK = /(?:"url":"|"href":"|href=\\?["'])(https?:\/\/[^"'\\\s<>]+)/;
const EXAMPLE = 'https://shop.example/';

/** Returns a link of this e-mail with the parameters; for an e-mail without links, one that stands for them. */
const linkOf = ({ content }: Pick<Draft, 'content'>): string =>
  LINK.exec(JSON.stringify(partOf(content, 'email')))?.[1] ?? EXAMPLE;

/** Settings of an e-mail: whether opens and clicks are counted, and what its links tell the shop's own statistics. */
export function TrackingPanel({ draft, onChange }: Props) {
  const t = useTranslations('broadcasts.tracking');
  const utm = draft.utm ?? {};
  const put = (field: (typeof FIELDS)[number], value: string): void => {
    const { [field]: _before, ...others } = utm;
    const next = value === '' ? others : { ...others, [field]: value };
    onChange({ utm: Object.keys(next).length === 0 ? null : next });
  };
  return (
    <Panel title={t('title')} className={classes.tracking}>
      <Stack gap="lg">
        <Switch
          label={t('count')}
          description={t('countHelp')}
          checked={draft.tracking}
          onChange={(event) => onChange({ tracking: event.currentTarget.checked })}
        />
        <fieldset className={classes.utm}>
          <legend>{t('utm')}</legend>
          <p>{t('utmHelp')}</p>
          <div className={classes.utmFields}>
            {FIELDS.map((field) => (
              <TextInput
                key={field}
                label={t(field)}
                placeholder={t(`examples.${field}`)}
                value={utm[field] ?? ''}
                maxLength={LONGEST}
                autoComplete="off"
                onChange={(event) => put(field, event.currentTarget.value)}
              />
            ))}
          </div>
          {draft.utm !== null && (
            <p role="status">
              {t('leaves')} <code>{withUtm(linkOf(draft), draft.utm)}</code>
            </p>
          )}
        </fieldset>
      </Stack>
    </Panel>
  );
}
