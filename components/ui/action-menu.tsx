'use client';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { wayOf, type PageAction } from '@/components/ui/page-actions';

/** The actions that find no room beside the title. It opens as it comes, for somebody has asked for it. */
export function OpenActionMenu({ target, actions }: { target: ReactElement; actions: readonly PageAction[] }) {
  return (
    <Menu position="bottom-end" width={220} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: ActIcon, busy, ...act }) => (
          <Menu.Item key={label} leftSection={<ActIcon {...SMALL_ICON} />} disabled={busy === true} {...wayOf(act)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
