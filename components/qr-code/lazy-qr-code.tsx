'use client';
import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** In the browser only, for its own address is known there. */
export const LazyQrCode = dynamic(async () => (await import('./qr-code')).QrCode, {
  ssr: false,
  loading: () => <Skeleton width={144} height={144} />,
});
