'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter, useSearchParams } from 'next/navigation';
import { CodeFormSkeleton } from '@/app/(dashboard)/discount-codes/code-form-skeleton';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { notifySaved } from '@/components/ui/notify-saved';
import { ProgramForm } from './program-form';
import { emptyValues, sampleValues, valuesOf, type ProgramInput } from './program-values';

/** The one program: made here, and changed. */
export function ProgramPage() {
  const t = useTranslations('referrals.form');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const sample = useSearchParams().get('sample') === 'friends';
  const workspace = useAccount()?.workspace;
  const query = useQuery(trpc.referrals.getProgram.queryOptions());
  const put = useMutation(trpc.referrals.putProgram.mutationOptions());
  const program = query.data;
  if (query.isError && program === undefined)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (program === undefined || !workspace) return <CodeFormSkeleton />;

  const save = async (input: ProgramInput) => {
    const saved = await put.mutateAsync(input);
    queryClient.setQueryData(trpc.referrals.getProgram.queryKey(), saved);
    void queryClient.invalidateQueries(trpc.insights.pathFilter());
    void queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
    notifySaved({ words: t('saved'), link: { href: '/discount-codes', label: t('codes') } });
    router.push('/referrals');
  };
  const fresh = sample ? sampleValues(workspace.currency, t('sampleTerms')) : emptyValues(workspace.currency);
  return (
    <ProgramForm isNew={program === null} initialValues={program === null ? fresh : valuesOf(program)} save={save} />
  );
}
