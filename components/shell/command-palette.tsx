'use client';
import { useHotkeys } from '@mantine/hooks';
import { whenOpened } from '@/components/ui/when-opened';

const PaletteDialog = whenOpened(async () => (await import('@/components/shell/palette-dialog')).PaletteDialog);

interface Props {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Opens with Ctrl-K, or with a slash outside of fields. */
export function CommandPalette({ opened, onOpen, onClose }: Props) {
  useHotkeys([['mod+K', onOpen]], ['TEXTAREA']);
  useHotkeys([['/', onOpen]]);
  return <PaletteDialog opened={opened} onClose={onClose} />;
}
