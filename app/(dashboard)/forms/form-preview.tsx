'use client';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EmailFrame } from '@/components/email/email-frame';
import { Panel } from '@/components/ui/panel';
import { createInput } from '@/server/modules/audience/forms/schema';
import { inputOf, type FormValues } from './form-values';
import classes from './forms.module.css';

const PAUSE_MS = 300;
const PHONE = 390;

/** The hosted page on a phone, as it would be with what is typed. */
export function FormPreview({ values }: { values: FormValues }) {
  const t = useTranslations('forms.preview');
  const trpc = useTRPC();
  const preferred = useLocale();
  const scheme = useComputedColorScheme('light');
  const input = inputOf(values);
  // It has a page before it has a name.
  const [named] = useDebouncedValue({ ...input, name: input.name === '' ? '…' : input.name }, PAUSE_MS);
  const isWhole = createInput.safeParse(named).success;
  const query = useQuery(
    trpc.forms.preview.queryOptions(
      { ...named, preferred },
      { enabled: isWhole, retry: false, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Panel title={t('title')}>
      {query.data === undefined ? (
        query.isLoading ? (
          <Skeleton height={360} />
        ) : (
          <p className={classes.soft}>{t('waiting')}</p>
        )
      ) : (
        <div className={classes.preview} role="group" aria-label={t('title')} tabIndex={0}>
          <EmailFrame html={query.data.html} title={t('title')} width={PHONE} scheme={scheme} />
        </div>
      )}
    </Panel>
  );
}
