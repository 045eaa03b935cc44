'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter, useSearchParams } from 'next/navigation';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { notifySaved } from '@/components/ui/notify-saved';
import { ProgramForm } from './program-form';
import { emptyValues, sampleValues, valuesOf } from './program-values';
import type { SaveProgram } from './use-program-form';

/** The one program: made here, and changed. */
export function ProgramPage() {
  const t = useTranslations('referrals.form');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const sample = useSearchParams().get('sample') === 'friends';
  const workspace = useAccount()?.workspace;
  const query = useQuery(trpc.referrals.getProgram.queryOptions());
  const client = useTRPCClient();
  const put = useMutation(trpc.referrals.putProgram.mutationOptions());
  const program = query.data;
  if (query.isError && program === undefined)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (program === undefined || !workspace) return <FormPageSkeleton />;

  const save: SaveProgram = async (input, { ifUpdatedAt }) => {
    const saved = await put.mutateAsync({ ...input, ifUpdatedAt });
    queryClient.setQueryData(trpc.referrals.getProgram.queryKey(), saved);
    notifySaved({ words: t('saved'), link: { href: '/discount-codes', label: t('codes') } });
    router.push('/referrals');
  };
  const fresh = sample ? sampleValues(workspace.currency, t('sampleTerms')) : emptyValues(workspace.currency);
  return (
    <ProgramForm
      isNew={program === null}
      initialValues={program === null ? fresh : valuesOf(program)}
      editing={{
        kind: 'referral-program',
        record: 'own',
        version: program?.updatedAt ?? null,
        reload: async () => {
          const now = await client.referrals.getProgram.query();
          return now === null ? { values: fresh, version: null } : { values: valuesOf(now), version: now.updatedAt };
        },
      }}
      save={save}
    />
  );
}
