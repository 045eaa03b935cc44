'use client';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EmailFrame } from '@/components/email/email-frame';
import { ErrorNotice } from '@/components/ui/error-notice';
import classes from './creators.module.css';

const PHONE = 390;

interface Props {
  kind: 'brief' | 'program';
  id: string;
}

/** The public page as a creator's phone shows it, whether it is open or not. */
export function PagePreview({ kind, id }: Props) {
  const t = useTranslations('creators.publicPage');
  const trpc = useTRPC();
  const input = { id, language: useLocale() };
  const scheme = useComputedColorScheme('light');
  const brief = useQuery(trpc.campaigns.preview.queryOptions(input, { enabled: kind === 'brief' }));
  const program = useQuery(trpc.programs.preview.queryOptions(input, { enabled: kind === 'program' }));
  const query = kind === 'brief' ? brief : program;
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton height={360} />;
  return (
    <div className={classes.page} role="group" aria-label={t('preview')} tabIndex={0}>
      <EmailFrame html={query.data.html} title={t('preview')} width={PHONE} scheme={scheme} />
    </div>
  );
}
