'use client';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { describeError } from './problem';

/**
 * Says that a change failed, for buttons that have no form or dialog to say it in. It stays until somebody has read it.
 */
export function useNotifyFailure(): (error: unknown) => void {
  const t = useTranslations('errors');
  return (error) => {
    const { what, saved, advice } = describeError(error, t, 'write');
    notifications.show({ color: 'red', title: what, message: `${saved ?? ''} ${advice}`, autoClose: false });
  };
}
