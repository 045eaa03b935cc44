'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Reminder } from './reminder';

export function ReminderStatus({ recoveredAt }: Pick<Reminder, 'recoveredAt'>) {
  return (
    <Status kind={recoveredAt === null ? 'off' : 'on'}>
      {useTranslations('abandonedCart.states')(recoveredAt === null ? 'unrecovered' : 'recovered')}
    </Status>
  );
}
