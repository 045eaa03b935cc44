'use client';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import type { CodeFields } from './code-form';
import classes from './code-form.module.css';

/** Letters and digits that nobody confuses when reading them aloud. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function generated(): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The code itself, which is fixed once it is made, and the note. */
export function NameFields({ form, locked }: CodeFields & { locked: boolean }) {
  const t = useTranslations('discountCodes.form');
  const { code } = form.values;
  const upper = code.trim().toUpperCase();
  return (
    <>
      {locked ? (
        <TextInput
          label={t('code')}
          description={t('codeLocked')}
          value={code}
          readOnly
          classNames={{ input: classes.code }}
          rightSection={<IconLock {...SMALL_ICON} />}
        />
      ) : (
        <div>
          <TextInput
            label={t('code')}
            description={t('codeHelp')}
            placeholder="LEBARAN25"
            classNames={{ input: classes.code }}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            rightSectionWidth="auto"
            rightSection={
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                mr={4}
                onClick={() => form.setFieldValue('code', generated())}
              >
                {t('generate')}
              </Button>
            }
            {...form.getInputProps('code')}
          />
          {upper !== code.trim() && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.suggestion}
              onClick={() => form.setFieldValue('code', upper)}
            >
              {t('upperCase', { code: upper })}
            </Button>
          )}
        </div>
      )}
      <Textarea
        label={t('description')}
        description={t('descriptionHelp')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('description')}
      />
    </>
  );
}
