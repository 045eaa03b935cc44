'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { FormDrawer } from '@/components/ui/form-drawer';
import classes from './secret-drawer.module.css';

interface Props<Created> {
  opened: boolean;
  onClose: () => void;
  title: string;
  createdTitle: (created: Created) => string;
  form: (ways: { onCreated: (created: Created) => void; close: () => void }) => ReactNode;
  /** The words for secrets that have another name: that they are not kept yet, and that they are. */
  words?: { notCopied: string; done: string };
  /** Shows what was made, with its secret. `onCopied`: of whatever the secret is copied with. */
  shown: (created: Created, onCopied: () => void) => ReactNode;
}

/**
 * A drawer that makes something with a secret, and then shows it in the one moment it can be seen: closing it uncopied
 * asks.
 */
export function SecretDrawer<Created>(props: Props<Created>) {
  const { opened, onClose, title, createdTitle, form, shown } = props;
  const t = useTranslations('ui.secret');
  const words = props.words ?? { notCopied: t('notCopied'), done: t('done') };
  const [created, setCreated] = useState<{ made: Created } | null>(null);
  // The secret goes once the drawer is out of sight, so that no empty form shows on its way out; at the latest when it
  // is opened again.
  const forget = () => setCreated(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) forget();
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      onExited={forget}
      question={created ? { message: words.notCopied, leave: t('closeAnyway'), stay: t('stay') } : undefined}
      title={created ? createdTitle(created.made) : title}
    >
      {created ? (
        <Shown opened={opened} done={words.done} onDone={onClose}>
          {(onCopied) => shown(created.made, onCopied)}
        </Shown>
      ) : (
        form({ onCreated: (made) => setCreated({ made }), close: onClose })
      )}
    </FormDrawer>
  );
}

interface ShownProps {
  opened: boolean;
  children: (onCopied: () => void) => ReactNode;
  done: string;
  onDone: () => void;
}

function Shown({ opened, children, done, onDone }: ShownProps) {
  const [isCopied, setCopied] = useState(false);
  // It is the secret that closing would lose.
  useUnsavedChanges(opened && !isCopied);
  return (
    <>
      {children(() => setCopied(true))}
      <Button className={classes.done} onClick={onDone} fullWidth>
        {done}
      </Button>
    </>
  );
}
