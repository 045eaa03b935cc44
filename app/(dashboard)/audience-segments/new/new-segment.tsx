'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { emptyDraft } from '@/app/(dashboard)/audience-segments/draft';
import { SegmentForm } from '@/app/(dashboard)/audience-segments/segment-form';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ListPageSkeleton } from '@/components/ui/list-page-skeleton';

export function NewSegment() {
  const t = useTranslations('audienceSegments');
  const trpc = useTRPC();
  const router = useRouter();
  const [draft] = useState(emptyDraft);
  const fields = useQuery(trpc.audienceSegments.fields.queryOptions());
  const create = useMutation(trpc.audienceSegments.create.mutationOptions());
  if (!fields.data)
    return fields.isError ? (
      <ErrorNotice error={fields.error} act="read" onRetry={() => void fields.refetch()} />
    ) : (
      <ListPageSkeleton />
    );
  return (
    <SegmentForm
      title={t('form.newTitle')}
      initial={{ name: '', description: '', draft }}
      fields={fields.data.fields}
      isNew
      back={{ href: '/audience-segments', label: t('title') }}
      submit={t('form.create')}
      editing={{ kind: 'segment', record: null }}
      save={async (input) => {
        const made = await create.mutateAsync(input);
        notifications.show({ color: 'gray', message: t('form.created', { name: made.name }) });
        router.push(`/audience-segments/${made.id}`);
      }}
    />
  );
}
