'use client';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter, useSearchParams } from 'next/navigation';
import { isStart, startDocument, STARTS, type Start } from '@/app/(dashboard)/templates/starts';
import type { TemplateDraft } from '@/app/(dashboard)/templates/saved-template';
import { TemplateEditor } from '@/app/(dashboard)/templates/template-editor';
import { TemplatesSkeleton } from '@/app/(dashboard)/templates/templates-skeleton';
import type { Edit } from '@/components/ui/editing/use-editor';
import { notifySaved } from '@/components/ui/notify-saved';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { Thumbnail } from '@/app/(dashboard)/templates/thumbnail';
import classes from '@/app/(dashboard)/templates/templates.module.css';

/** The starts for a new template, each as the e-mail that it would be. */
function StartGallery({ shop, mergeTags }: { shop: string; mergeTags: boolean }) {
  return (
    <ul className={classes.cards}>
      {STARTS.map((start) => (
        <StartCard key={start} start={start} shop={shop} mergeTags={mergeTags} />
      ))}
    </ul>
  );
}

function StartCard({ start, shop, mergeTags }: { start: Start; shop: string; mergeTags: boolean }) {
  const t = useTranslations('templates.starts');
  const client = useTRPCClient();
  const document = useMemo(() => startDocument(start, shop, mergeTags, t), [start, shop, mergeTags, t]);
  const { data } = useQuery({
    queryKey: ['email-preview', document],
    queryFn: ({ signal }) => client.broadcasts.templates.compile.mutate(document, { signal }),
    enabled: start !== 'blank',
    staleTime: Infinity,
  });
  return (
    <li className={classes.card}>
      {start === 'blank' ? (
        <div className={classes.blank}>
          <IconPlus size={28} stroke={1.4} aria-hidden />
        </div>
      ) : (
        <Thumbnail html={data?.html} />
      )}
      <div className={classes.about}>
        <div className={classes.names}>
          <Link href={`/templates/new?start=${start}`} className={classes.name}>
            {t(`${start}.name`)}
          </Link>
          <p className={classes.wrapped}>{t(`${start}.about`)}</p>
        </div>
      </div>
    </li>
  );
}

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
