'use client';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { Mailed } from '@/server/modules/creators/collaborations/vocabulary';

/** Tells the merchant, where the server sends no mail, to inform the creator of what the merchant did. */
export function usePassOn(): (answer: { mailed: Mailed }) => void {
  const t = useTranslations('creators.people');
  return ({ mailed }) => {
    if (mailed === 'not_configured') notifications.show({ color: 'gray', autoClose: 15_000, message: t('passOn') });
  };
}
