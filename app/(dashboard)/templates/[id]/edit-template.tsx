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
import { DetailPage } from '@/components/ui/detail-page';
import { changesOf } from '@/components/ui/editing/same';
import type { Edit } from '@/components/ui/editing/use-editor';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import { Button } from '@mantine/core';
import { EmailPreview } from '@/components/email/email-preview';
import { useAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './own-content.module.css';

/** A template whose content came through the API without blocks: what it looks like, and the way to blocks. */
function OwnContent({ template, onBlocks }: { template: Template; onBlocks: () => void }) {
  const t = useTranslations('templates');
  const { html, text, subject, preheader } = emailOf(template);
  const shop = useAccount()?.workspace?.name;
  const others = Object.keys(template.content).filter((family) => family !== 'email');
  return (
    <>
      <PageHead
        title={template.name}
        lead={template.description ?? undefined}
        back={{ href: '/templates', label: t('title') }}
        action={<TemplateMenu template={template} />}
      />
      <div className={classes.columns}>
        <Panel title={t('own.title')}>
          <div className={classes.words}>
            <p>{html === '' ? t('own.empty') : t('own.message')}</p>
            {others.length > 0 && <p>{t('own.others', { families: others.join(', ') })}</p>}
          </div>
          <Button variant="default" onClick={onBlocks}>
            {t('own.blocks')}
          </Button>
        </Panel>
        {html !== '' && <EmailPreview html={html} text={text} subject={subject} preheader={preheader} sender={shop} />}
      </div>
    </>
  );
}

export function EditTemplate({ id }: { id: string }) {
  const t = useTranslations('templates.gone');
  const query = useQuery(useTRPC().broadcasts.templates.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/templates', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<TemplatesSkeleton />}>
      {(template) => <Editor key={template.id} template={template} />}
    </DetailPage>
  );
}

function Editor({ template }: { template: Template }) {
  const [blocksAnyway, setBlocksAnyway] = useState(false);
  const { blocks } = template;
  if (blocks === null && !blocksAnyway)
    return <OwnContent template={template} onBlocks={() => setBlocksAnyway(true)} />;
  const begun = { subject: emailOf(template).subject, preheader: '', blocks: [] };
  return <EditBlocks template={template} document={blocks ?? begun} />;
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
