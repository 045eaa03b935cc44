'use client';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { Mailed } from '@/server/resources/collaborations/vocabulary';

/** Where the server sends no mail, a creator hears of what the merchant did from the merchant. */
export function usePassOn(): (answer: { mailed: Mailed }) => void {
  const t = useTranslations('creators.people');
  return ({ mailed }) => {
    if (mailed === 'not_configured') notifications.show({ color: 'gray', autoClose: 15_000, message: t('passOn') });
  };
}
