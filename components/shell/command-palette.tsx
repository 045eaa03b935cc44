'use client';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { whenOpened } from '@/components/ui/when-opened';

const PaletteDialog = whenOpened(async () => (await import('@/components/shell/palette-dialog')).PaletteDialog);

interface Props {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Opens with Ctrl-K, or with a slash outside of fields. What is typed before its field is there is not lost. */
export function CommandPalette({ opened, onOpen, onClose }: Props) {
  useHotkeys([['mod+K', onOpen]], ['TEXTAREA']);
  useHotkeys([['/', onOpen]]);
  const takeTyped = useTypedAhead(opened);
  return <PaletteDialog opened={opened} onClose={onClose} takeTyped={takeTyped} />;
}

/**
 * Keeps what is typed from the opening on.
 * @returns a function that gives it, once the field is there for the rest
 */
function useTypedAhead(opened: boolean): () => string {
  const typed = useRef('');
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    if (!opened) return;
    typed.current = '';
    const keep = (event: KeyboardEvent): void => {
      // The key that opened it is still on its way.
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', keep);
    stop.current = () => window.removeEventListener('keydown', keep);
    return stop.current;
  }, [opened]);
  return () => {
    stop.current?.();
    const ahead = typed.current;
    typed.current = '';
    return ahead;
  };
}
