'use client';
import { TagsInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import { useClock } from '@/components/ui/use-clock';
import { API_KEY_LIMITS } from '@/server/modules/account/api-keys/vocabulary';
import type { BoundsValues } from './bounds';

/** The time when a key ends by itself, and the networks that it may be used from. */
export function BoundsFields({ of }: { of: (name: keyof BoundsValues) => GetInputPropsReturnType }) {
  const t = useTranslations('apiKeys.bounds');
  const now = useClock();
  return (
    <>
      <InstantField
        label={t('expires')}
        description={<ZoneNote />}
        placeholder={t('expiresPlaceholder')}
        defaultTimeValue="23:59"
        minDate={new Date(now)}
        {...of('expiresAt')}
      />
      <TagsInput
        label={t('networks')}
        description={t('networksHelp', { max: API_KEY_LIMITS.allowedIps })}
        placeholder="203.0.113.0/24"
        splitChars={[',', ' ', '\n', '\t']}
        maxTags={API_KEY_LIMITS.allowedIps}
        clearable
        clearButtonProps={{ 'aria-label': t('networksClear') }}
        {...of('allowedIps')}
      />
    </>
  );
}
