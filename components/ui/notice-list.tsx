'use client';
import { getDefaultZIndex } from '@mantine/core';
import { Notifications } from '@mantine/notifications';

/**
 * Over dialogs, but under a list or a menu that somebody has opened: a notice must not take the click that was meant
 * for it.
 */
const ABOVE_DIALOGS = getDefaultZIndex('popover') - 1;

export function NoticeList() {
  return <Notifications position="bottom-center" limit={3} zIndex={ABOVE_DIALOGS} />;
}
