'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter, useSearchParams } from 'next/navigation';
import { isStart, startDocument } from '@/app/(dashboard)/templates/starts';
import type { TemplateDraft } from '@/app/(dashboard)/templates/saved-template';
import { TemplateEditor } from '@/app/(dashboard)/templates/template-editor';
import { TemplatesSkeleton } from '@/app/(dashboard)/templates/templates-skeleton';
import type { Edit } from '@/components/ui/editing/use-editor';
import { notifySaved } from '@/components/ui/notify-saved';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { StartGallery } from './start-gallery';

/** First what to begin with, then the editor. The choice is in the address, so that Back leads to the choice. */
export function NewTemplate() {
  const t = useTranslations('templates');
  const words = useTranslations('templates.starts');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const start = useSearchParams().get('start');
  const account = useAccount();
  const shop = account?.workspace?.name;
  const create = useMutation(trpc.broadcasts.templates.create.mutationOptions());
  if (account === undefined || shop === undefined) return <TemplatesSkeleton />;
  if (!isStart(start)) {
    return (
      <>
        <PageHead title={t('startTitle')} lead={t('startLead')} back={{ href: '/templates', label: t('title') }} />
        <StartGallery shop={shop} mergeTags={account.mergeTags} />
      </>
    );
  }

  const save = async ({ values: { name, description, document } }: Edit<TemplateDraft>) => {
    const { template } = await create.mutateAsync({
      name: name.trim(),
      description: description.trim() === '' ? null : description,
      providers: [],
      blocks: document,
    });
    queryClient.setQueryData(trpc.broadcasts.templates.get.queryKey({ id: template.id }), template);
    notifySaved({
      words: t('created', { name: template.name }),
      link: { href: `/templates/${template.id}`, label: t('open') },
    });
    router.push('/templates');
  };
  return (
    <TemplateEditor
      key={start}
      title={t('newTitle')}
      initial={{
        name: start === 'blank' ? '' : words(`${start}.name`),
        description: '',
        document: startDocument(start, shop, account.mergeTags, words),
      }}
      submit={t('create')}
      editing={{ kind: 'template', record: null }}
      save={save}
    />
  );
}
