'use client';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorNotice } from '@/components/ui/error-notice';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Names what is about to happen, and to what: “Revoke “Storefront”?” */
  title: string;
  /** What follows from it, and whether it can be undone. */
  children: ReactNode;
  /** The verb, not “OK”. */
  confirm: string;
  cancel?: string;
  /** Drawn in red: something is lost. */
  destructive?: boolean;
  busy?: boolean;
  /** The error of the last attempt. */
  error?: unknown;
  onConfirm: () => void;
}

/** Asks once more. The way back has the focus, so that Enter does no harm. */
export function ConfirmDialogFrame({
  opened,
  onClose,
  title,
  children,
  confirm,
  cancel,
  destructive = false,
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations('ui');
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <div>{children}</div>
        {error !== undefined && error !== null && <ErrorNotice error={error} act="write" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel ?? t('cancel')}
          </Button>
          <Button color={destructive ? 'red' : undefined} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
