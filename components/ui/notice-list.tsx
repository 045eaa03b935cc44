'use client';
import { Notifications } from '@mantine/notifications';

export function NoticeList() {
  return <Notifications position="bottom-center" limit={3} />;
}
