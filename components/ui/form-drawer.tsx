'use client';
import { Button, Drawer } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { createContext, use, type ReactNode } from 'react';
import { GuardedPart, useGuardedPart } from '@/components/ui/editing/guard';
import classes from './form-drawer.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What closing asks while a form inside holds what is not saved, when it is not about typed text. */
  question?: { message: string; leave: string; stay: string };
  children: ReactNode;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A form at the right edge; on a phone it fills the screen. It asks in the drawer itself, not in a dialog above it. */
export function FormDrawer({ opened, onClose, title, question: own, children }: Props) {
  const t = useTranslations('ui');
  const { guard, question, answer } = useGuardedPart();
  const { message, leave, stay } = own ?? {
    message: t(question?.isDrafted === false ? 'unsaved.messageLost' : 'unsaved.message'),
    leave: t('unsaved.leave'),
    stay: t('unsaved.keep'),
  };
  const close = () => {
    // Escape in a dialog above, such as the one that signs in again, is heard here as well.
    if (document.activeElement?.closest('.mantine-Modal-content')) return;
    guard.leave(onClose);
  };
  return (
    <Drawer opened={opened} onClose={close} title={title} classNames={classes}>
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

/** The foot of a form: the way back at the left of the one that saves. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

/** The way back of a form in a drawer: asks when something is not saved, as closing it does. */
export function CancelButton() {
  const t = useTranslations('ui');
  return (
    <Button variant="default" onClick={use(CloseContext)}>
      {t('cancel')}
    </Button>
  );
}
