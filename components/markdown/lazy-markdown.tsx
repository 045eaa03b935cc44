'use client';
import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** The text that somebody wrote in Markdown, as it reads. The parser comes when there is something to parse. */
export const LazyMarkdown = dynamic(async () => (await import('./markdown')).Markdown, {
  ssr: false,
  loading: () => <Skeleton height={64} />,
});
