'use client';
import { Button, Drawer } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useUnsavedChanges } from '@/components/ui/unsaved-guard';
import classes from './form-drawer.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Something is typed and not saved: closing asks first, in the drawer itself, not in a dialog above it. */
  dirty?: boolean;
  /** What it asks, when it is not about unsaved changes. */
  question?: { message: string; leave: string; stay: string };
  children: ReactNode;
}

/** A form at the right edge; on a phone it fills the screen. */
export function FormDrawer({ opened, onClose, title, dirty = false, question, children }: Props) {
  const t = useTranslations('ui');
  const { message, leave, stay } = question ?? {
    message: t('unsaved.message'),
    leave: t('unsaved.discard'),
    stay: t('unsaved.keep'),
  };
  const [asking, setAsking] = useState(false);
  useUnsavedChanges(opened && dirty);
  const close = () => {
    setAsking(false);
    onClose();
  };
  return (
    <Drawer opened={opened} onClose={() => (dirty ? setAsking(true) : close())} title={title} classNames={classes}>
      {asking && dirty && (
        <div className={classes.ask} role="alertdialog" aria-label={message}>
          <p>{message}</p>
          <div>
            <Button size="xs" variant="default" onClick={() => setAsking(false)} autoFocus>
              {stay}
            </Button>
            <Button size="xs" color="red" onClick={close}>
              {leave}
            </Button>
          </div>
        </div>
      )}
      {children}
    </Drawer>
  );
}

/** The foot of a form: the way back at the left of the one that saves. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
