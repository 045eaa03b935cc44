'use client';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Says that a post is there for everybody, with the way to its page. */
export function notifyLive({ words, link }: { words: string; link: { href: string; label: string } }): void {
  notifications.show({
    color: 'var(--ink)',
    autoClose: 10_000,
    message: (
      <>
        {words}{' '}
        <Anchor href={link.href} target="_blank" underline="always">
          {link.label}
        </Anchor>
      </>
    ),
  });
}
