'use client';
import { whenOpened } from '@/components/ui/when-opened';

/** Asks once more before something happens. The way back has the focus, so that Enter does no harm. */
export const ConfirmDialog = whenOpened(
  async () => (await import('@/components/ui/confirm-dialog-frame')).ConfirmDialogFrame,
);
