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
  /** The text on what follows from it, and whether it can be undone. */
  children: ReactNode;
  /** The verb, not “OK”. */
  confirm: string;
  cancel?: string;
  /** Drawn in red: something is lost. */
  destructive?: boolean;
  /** The call that confirming makes: the dialog waits for it, shows its error, and forgets the error when it closes. */
  call?: { isPending: boolean; error: unknown; reset: () => void };
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
  call,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations('ui');
  const error = call?.error ?? null;
  const close = () => {
    call?.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <div>{children}</div>
        {error !== null && <ErrorNotice error={error} act="write" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel ?? t('cancel')}
          </Button>
          <Button color={destructive ? 'red' : undefined} loading={call?.isPending === true} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
