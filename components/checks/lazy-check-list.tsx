'use client';
import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** Comes with the first checks: most visits make none. */
export const LazyCheckList = dynamic(async () => (await import('./check-list')).CheckList, {
  ssr: false,
  loading: () => <Skeleton height={96} />,
});
