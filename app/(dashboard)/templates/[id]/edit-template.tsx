'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { emailOf, type Template, type TemplateDraft } from '@/app/(dashboard)/templates/saved-template';
import { TemplateEditor } from '@/app/(dashboard)/templates/template-editor';
import { TemplateMenu } from '@/app/(dashboard)/templates/template-menu';
import { TemplatesSkeleton } from '@/app/(dashboard)/templates/templates-skeleton';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { changesOf } from '@/components/ui/editing/same';
import type { Edit } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { problemOf } from '@/components/ui/problem';
import type { BlockDocument } from '@/server/email/blocks-schema';
import { OwnContent } from './own-content';

export function EditTemplate({ id }: { id: string }) {
  const t = useTranslations('templates.gone');
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.broadcasts.templates.get.queryOptions({ id }));
  const [blocksAnyway, setBlocksAnyway] = useState(false);
  if (data) {
    const { blocks } = data;
    if (blocks === null && !blocksAnyway) return <OwnContent template={data} onBlocks={() => setBlocksAnyway(true)} />;
    return (
      <EditBlocks
        key={data.id}
        template={data}
        document={blocks ?? { subject: emailOf(data).subject, preheader: '', blocks: [] }}
      />
    );
  }
  if (error === null) return <TemplatesSkeleton />;
  if (problemOf(error).code !== 'NOT_FOUND')
    return <ErrorNotice error={error} act="read" onRetry={() => void refetch()} />;
  return (
    <MessagePage title={t('title')} action={<LinkButton href="/templates">{t('action')}</LinkButton>}>
      <p>{t('message')}</p>
    </MessagePage>
  );
}

const draftOf = ({ name, description }: Template, document: BlockDocument): TemplateDraft => ({
  name,
  description: description ?? '',
  document,
});
const inputOf = ({ name, description, document }: TemplateDraft) => ({
  name: name.trim(),
  description: description.trim() === '' ? null : description,
  blocks: document,
});

function EditBlocks({ template: current, document }: { template: Template; document: BlockDocument }) {
  const t = useTranslations('templates');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const update = useMutation(trpc.broadcasts.templates.update.mutationOptions());
  // What one began with: a newer version that is read meanwhile does not replace what is being written.
  const [{ id, updatedAt }] = useState(current);
  const [initial] = useState(() => draftOf(current, document));

  const save = async ({ values, base, version }: Edit<TemplateDraft>) => {
    const { template } = await update.mutateAsync({
      id,
      ...changesOf(inputOf(base), inputOf(values)),
      ifUpdatedAt: version,
    });
    queryClient.setQueryData(trpc.broadcasts.templates.get.queryKey({ id }), template);
    void queryClient.invalidateQueries(trpc.broadcasts.templates.overview.pathFilter());
    notifications.show({ color: 'var(--ink)', message: t('saved', { name: template.name }) });
    return { updatedAt: template.updatedAt };
  };
  return (
    <TemplateEditor
      title={current.name}
      initial={initial}
      submit={t('save')}
      menu={<TemplateMenu template={current} />}
      editing={{
        kind: 'template',
        record: id,
        version: updatedAt,
        reload: async () => {
          const now = await client.broadcasts.templates.get.query({ id });
          return { values: draftOf(now, now.blocks ?? document), version: now.updatedAt };
        },
      }}
      save={save}
    />
  );
}
