'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { use, type ReactNode } from 'react';
import { CloseContext } from '@/components/ui/form-drawer-close';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './form-drawer.module.css';

/** A form at the right edge; on a phone it fills the screen. Closing it asks while something is not saved. */
export const FormDrawer = whenOpened(async () => (await import('@/components/ui/form-drawer-frame')).FormDrawerFrame);

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
