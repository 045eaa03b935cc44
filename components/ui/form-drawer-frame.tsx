'use client';
import { Button, Drawer } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { GuardedPart, useGuardedPart } from '@/components/ui/editing/guard';
import { CloseContext } from '@/components/ui/form-drawer-close';
import classes from './form-drawer.module.css';

export interface FormDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** Called after the drawer is out of sight. */
  onExited?: () => void;
  title: string;
  /** The question that closing asks while a form inside holds what is not saved, when it is not about typed text. */
  question?: { message: string; leave: string; stay: string };
  /** Wider than the usual: for what has a preview beside it. */
  size?: string;
  children: ReactNode;
}

/** A form at the right edge; on a phone it fills the screen. It asks in the drawer itself, not in a dialog above it. */
export function FormDrawerFrame({ opened, onClose, onExited, title, question: own, size, children }: FormDrawerProps) {
  const t = useTranslations('ui');
  const { guard, question, answer } = useGuardedPart();
  const { message, leave, stay } = own ?? {
    message: t(question?.isDrafted === false ? 'unsaved.messageLost' : 'unsaved.message'),
    leave: t('unsaved.leave'),
    stay: t('unsaved.keep'),
  };
  const close = () => {
    // Escape in what is open above, such as a calendar or the dialog that signs in again, is heard here as well.
    if (document.activeElement?.closest('.mantine-Modal-content, .mantine-Popover-dropdown, [aria-expanded="true"]'))
      return;
    guard.leave(onClose);
  };
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={title}
      classNames={classes}
      {...(onExited !== undefined && { onExitTransitionEnd: onExited })}
      {...(size !== undefined && { size })}
    >
      {question !== null && (
        <div className={classes.ask} role="alertdialog" aria-label={message}>
          <p>{message}</p>
          <div>
            <Button size="xs" variant="default" onClick={() => answer(false)} autoFocus>
              {stay}
            </Button>
            <Button size="xs" color="red" onClick={() => answer(true)}>
              {leave}
            </Button>
          </div>
        </div>
      )}
      <CloseContext value={close}>
        <GuardedPart guard={guard}>{children}</GuardedPart>
      </CloseContext>
    </Drawer>
  );
}
