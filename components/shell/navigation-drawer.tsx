'use client';
import { Drawer } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The navigation on a phone. */
export function NavigationDrawer({ opened, onClose, children }: Props) {
  const t = useTranslations('shell');
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="left"
      size="18rem"
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('menu')}>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
