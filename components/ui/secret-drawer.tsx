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
  /** What was made, with its secret. `onCopied`: of whatever the secret is copied with. */
  shown: (created: Created, onCopied: () => void) => ReactNode;
}

/** A drawer that makes something with a secret, and then shows it in the one moment it can be seen: closing it uncopied asks. */
export function SecretDrawer<Created>({ opened, onClose, title, createdTitle, form, shown }: Props<Created>) {
  const t = useTranslations('ui.secret');
  const [created, setCreated] = useState<{ made: Created } | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      question={created ? { message: t('notCopied'), leave: t('closeAnyway'), stay: t('stay') } : undefined}
      title={created ? createdTitle(created.made) : title}
    >
      {created ? (
        <Shown onDone={close}>{(onCopied) => shown(created.made, onCopied)}</Shown>
      ) : (
        form({ onCreated: (made) => setCreated({ made }), close })
      )}
    </FormDrawer>
  );
}

function Shown({ children, onDone }: { children: (onCopied: () => void) => ReactNode; onDone: () => void }) {
  const t = useTranslations('ui.secret');
  const [isCopied, setCopied] = useState(false);
  // It is the secret that closing would lose.
  useUnsavedChanges(!isCopied);
  return (
    <>
      {children(() => setCopied(true))}
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}
