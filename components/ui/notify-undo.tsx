'use client';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Long enough to read it and to reach for the button. */
const UNDO_MS = 10_000;

/** Says what was done at once, and offers the way back, so nobody is asked before. */
export function notifyUndo({ words, undo }: { words: string; undo: { label: string; run: () => void } }): void {
  const id = notifications.show({
    color: 'gray',
    autoClose: UNDO_MS,
    message: (
      <>
        {words}{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => {
            notifications.hide(id);
            undo.run();
          }}
        >
          {undo.label}
        </Anchor>
      </>
    ),
  });
}
