'use client';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ICON } from '@/components/ui/icon';
import classes from './secret-once.module.css';

/** The notice that what stands below can be seen only now. */
export function OnceNote({ children }: { children: ReactNode }) {
  return (
    <p className={classes.once}>
      <IconLock {...ICON} />
      {children}
    </p>
  );
}
