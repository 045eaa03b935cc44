'use client';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';

/** Says that it is saved, and where to go from there. */
export function notifySaved({ words, link }: { words: string; link: { href: string; label: string } }): void {
  const id = notifications.show({
    color: 'var(--ink)',
    message: (
      <>
        {words}{' '}
        <Anchor component={Link} href={link.href} underline="always" onClick={() => notifications.hide(id)}>
          {link.label}
        </Anchor>
      </>
    ),
  });
}
