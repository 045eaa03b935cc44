'use client';
import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'fullWidth'> {
  href: string;
  children: ReactNode;
}

/**
 * A link that looks like a button, for use in server components too. Its page is not fetched ahead: of a page of ours
 * that brings a skeleton only, and where the page came slowly after it, Next left the document without its title.
 */
export function LinkButton({ href, children, ...look }: Props) {
  return (
    <Button component={Link} href={href} prefetch={false} {...look}>
      {children}
    </Button>
  );
}
