'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ROOT, type Form } from '@/app/(dashboard)/forms/form-address';
import { FormEditor } from '@/app/(dashboard)/forms/form-editor';
import { valuesOf } from '@/app/(dashboard)/forms/form-values';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';

export function EditForm({ id }: { id: string }) {
  const t = useTranslations('forms.gone');
  return (
    <DetailPage
      query={useQuery(useTRPC().forms.get.queryOptions({ id }))}
      gone={{ title: t('title'), message: t('message'), list: { href: ROOT, label: t('list') } }}
      skeleton={<FormPageSkeleton />}
    >
      {(form) => <Editor form={form} />}
    </DetailPage>
  );
}

function Editor({ form }: { form: Form }) {
  const t = useTranslations('forms.form');
  const trpc = useTRPC();
  const router = useRouter();
  const client = useTRPCClient();
  const update = useMutation(trpc.forms.update.mutationOptions());
  // What one began with: what somebody else saves meanwhile is no reason to start over.
  const [initial] = useState(() => valuesOf(form));
  const href = `${ROOT}/${form.id}`;
  return (
    <FormEditor
      title={t('editTitle')}
      back={{ href, label: form.name }}
      initial={initial}
      submit={t('save')}
      editing={{
        kind: 'form',
        record: form.id,
        version: form.updatedAt,
        reload: async () => {
          const now = await client.forms.get.query({ id: form.id });
          return { values: valuesOf(now), version: now.updatedAt };
        },
      }}
      save={async (_input, { changes, ifUpdatedAt }) => {
        const saved = await update.mutateAsync({ ...changes, ifUpdatedAt, id: form.id });
        notifications.show({ color: 'gray', message: t('saved', { name: saved.name }) });
        router.push(href);
      }}
    />
  );
}
