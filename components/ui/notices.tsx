'use client';
import { useNotifications } from '@mantine/notifications';
import { whenOpened } from '@/components/ui/when-opened';

const NoticeList = whenOpened(async () => (await import('@/components/ui/notice-list')).NoticeList);

/** The place where notices show, from the first one on. */
export function Notices() {
  const { notifications } = useNotifications();
  return <NoticeList opened={notifications.length > 0} />;
}
