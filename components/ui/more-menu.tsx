'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ICON, SMALL_ICON } from '@/components/ui/icon';

interface Props {
  /** The name of the menu, for screen readers. */
  label: string;
  width: number;
  /** Without a border: beside other buttons that stand out more. */
  quiet?: boolean;
  /** Items of a Menu. */
  children: ReactNode;
}

/** The less common actions of a page, behind three dots in its head. */
export function MoreMenu({ label, width, quiet = false, children }: Props) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon
          variant={quiet ? 'subtle' : 'default'}
          color={quiet ? 'gray' : undefined}
          size={36}
          aria-label={label}
        >
          <IconDots {...(quiet ? SMALL_ICON : ICON)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
