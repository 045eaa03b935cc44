'use client';
import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'fullWidth'> {
  href: string;
  children: ReactNode;
}

/** A link that looks like a button, for use in server components too. */
export function LinkButton({ href, children, ...look }: Props) {
  return (
    <Button component={Link} href={href} {...look}>
      {children}
    </Button>
  );
}
