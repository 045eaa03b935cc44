'use client';
import { Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { IMPORT_CONSENTS, type ImportConsent } from '@/server/resources/contacts/vocabulary';

interface Props {
  /** A column says who wants messages, or who wants none. */
  fileSays: boolean;
  value: ImportConsent | null;
  onChange: (value: ImportConsent) => void;
}

/** Asks whether the people agreed to marketing: new contacts without a word count as subscribed otherwise. */
export function ConsentPanel({ fileSays, value, onChange }: Props) {
  const t = useTranslations('contacts.import.consent');
  const choices = IMPORT_CONSENTS.filter((choice) => fileSays || choice !== 'file');
  return (
    <Panel title={t('title')}>
      <Radio.Group
        label={t('question')}
        withAsterisk
        value={value}
        onChange={(chosen) => {
          const choice = choices.find((each) => each === chosen);
          if (choice !== undefined) onChange(choice);
        }}
      >
        <Stack gap="xs" mt={4}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`choices.${choice}.label`)}
              description={t(`choices.${choice}.help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
