'use client';
import { Tooltip } from '@mantine/core';

export function HintBox({ label, element }: { label: string; element: HTMLElement }) {
  // Pointer or focus is there already.
  return <Tooltip label={label} target={element} defaultOpened />;
}
