'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { draftOf, meaningOf } from '@/app/(dashboard)/audience-segments/draft';
import type { KnownField, Segment } from '@/app/(dashboard)/audience-segments/segment';
import { SegmentForm } from '@/app/(dashboard)/audience-segments/segment-form';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ListPageSkeleton } from '@/components/ui/list-page-skeleton';

export function EditSegment({ id }: { id: string }) {
  const trpc = useTRPC();
  const fields = useQuery(trpc.audienceSegments.fields.queryOptions());
  const segment = useQuery(trpc.audienceSegments.get.queryOptions({ id }));
  const error = fields.error ?? segment.error;
  if (fields.data && segment.data) return <Loaded segment={segment.data} fields={fields.data.fields} />;
  return error ? (
    <ErrorNotice error={error} act="read" onRetry={() => void Promise.all([fields.refetch(), segment.refetch()])} />
  ) : (
    <ListPageSkeleton />
  );
}

function Loaded({ segment, fields }: { segment: Segment; fields: readonly KnownField[] }) {
  const t = useTranslations('audienceSegments');
  const trpc = useTRPC();
  const router = useRouter();
  const client = useTRPCClient();
  const update = useMutation(trpc.audienceSegments.update.mutationOptions());
  const [draft] = useState(() => draftOf(segment.definition, fields));
  const href = `/audience-segments/${segment.id}`;
  return (
    <SegmentForm
      title={t('form.editTitle')}
      initial={{ name: segment.name, description: segment.description ?? '', draft }}
      fields={fields}
      isNew={false}
      back={{ href, label: segment.name }}
      submit={t('form.save')}
      editing={{
        kind: 'segment',
        record: segment.id,
        version: segment.updatedAt,
        reload: async () => {
          const now = await client.audienceSegments.get.query({ id: segment.id });
          const theirs = draftOf(now.definition, fields);
          return {
            values: {
              name: now.name,
              description: now.description ?? '',
              // Each reading has other keys: what asks the same is taken for the same.
              draft: meaningOf(theirs) === meaningOf(draft) ? draft : theirs,
            },
            version: now.updatedAt,
          };
        },
      }}
      save={async (_input, { changes, ifUpdatedAt }) => {
        const saved = await update.mutateAsync({ ...changes, ifUpdatedAt, id: segment.id });
        notifications.show({ color: 'gray', message: t('form.saved', { name: saved.name }) });
        router.push(href);
      }}
    />
  );
}
