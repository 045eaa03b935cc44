'use client';
import { FailedPage } from '@/components/shell/failed-page';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailedPage error={error} retry={reset} />;
}
