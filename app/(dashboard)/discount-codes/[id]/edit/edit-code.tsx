'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { CodeForm } from '@/app/(dashboard)/discount-codes/code-form';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { CodePage } from '@/app/(dashboard)/discount-codes/code-page';
import { valuesOf } from '@/app/(dashboard)/discount-codes/code-values';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import type { SaveCode } from '@/app/(dashboard)/discount-codes/use-code-form';
import { notifySaved } from '@/components/ui/notify-saved';

export function EditCode({ id }: { id: string }) {
  // The times of the form are in the workspace's zone, so it has to be known first.
  const workspace = useAccount()?.workspace;
  return (
    <CodePage id={id} skeleton={<FormPageSkeleton />}>
      {(code) => (workspace === undefined ? <FormPageSkeleton /> : <EditForm code={code} />)}
    </CodePage>
  );
}

function EditForm({ code: current }: { code: Code }) {
  const t = useTranslations('discountCodes');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const timeZone = useTimeZone() ?? 'UTC';
  const client = useTRPCClient();
  const update = useMutation(trpc.discountCodes.update.mutationOptions());
  // What one began with: a redemption that moves the count meanwhile is no reason to start over.
  const [code] = useState(current);
  const before = valuesOf(code, timeZone);
  const detail = `/discount-codes/${code.id}`;

  const save: SaveCode = async (_input, { changes, ifUpdatedAt }) => {
    if (Object.keys(changes).length === 0) return router.push(detail);
    const saved = await update.mutateAsync({ ...changes, ifUpdatedAt, id: code.id });
    queryClient.setQueryData(trpc.discountCodes.get.queryKey({ id: code.id }), saved);
    notifySaved({
      words: t('form.saved', { code: code.code }),
      link: { href: '/discount-codes', label: t('form.list') },
    });
    router.push(detail);
  };
  return (
    <CodeForm
      title={t('form.editTitle', { code: code.code })}
      code={code}
      initialValues={before}
      back={{ href: detail, label: code.code }}
      submit={t('form.save')}
      editing={{
        kind: 'code',
        record: code.id,
        version: code.updatedAt,
        reload: async () => {
          const now = await client.discountCodes.get.query({ id: code.id });
          return { values: valuesOf(now, timeZone), version: now.updatedAt };
        },
      }}
      save={save}
    />
  );
}
