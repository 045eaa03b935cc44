'use client';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';

/** The primary action of a list: one more. */
export function NewButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={onClick}>
      {children}
    </Button>
  );
}
