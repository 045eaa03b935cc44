'use client';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ResourceList } from '@/components/ui/resource-list';
import { listedInPages } from '@/components/ui/listed';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { DEFAULTS, listOptions, searchOf } from './template-address';
import { CardsSkeleton } from './templates-skeleton';
import classes from './templates.module.css';
import Link from 'next/link';
import { RelativeTime } from '@/components/ui/date-time';
import type { TemplateSummary } from './saved-template';
import { TemplateMenu } from './template-menu';
import { TemplateThumbnail } from './thumbnail';

/** A template as a picture of its e-mail, its name and its subject. All of it leads to the editor. */
function TemplateCard({ template }: { template: TemplateSummary }) {
  const t = useTranslations('templates');
  const { id, name, subject, updatedAt } = template;
  return (
    <li className={classes.card}>
      <TemplateThumbnail id={id} updatedAt={updatedAt} />
      <div className={classes.about}>
        <div className={classes.names}>
          <Link href={`/templates/${id}`} className={classes.name}>
            {name}
          </Link>
          <p>{subject === null || subject === '' ? t('noSubject') : subject}</p>
          <small>
            {t('changed')} <RelativeTime value={updatedAt} inSentence />
          </small>
        </div>
        <TemplateMenu template={template} />
      </div>
    </li>
  );
}

export function Templates() {
  const t = useTranslations('templates');
  const [address, setAddress] = useAddress(DEFAULTS);
  const q = searchOf(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), q)), (page) => page.items);
  return (
    <ResourceList
      title={t('title')}
      action={
        <LinkButton href="/templates/new" leftSection={<IconPlus {...ICON} />}>
          {t('new')}
        </LinkButton>
      }
      empty={{
        icon: <IconTemplate {...ICON} />,
        sentence: t('empty.sentence'),
        link: { href: '/templates/new?start=launch', label: t('empty.link') },
      }}
      toolbar={
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
        />
      }
      list={list}
      skeleton={<CardsSkeleton />}
      onClear={q === '' ? undefined : () => setAddress({ q: '' })}
      foot={
        <CurlButton
          title={t('curl.title')}
          requests={[{ title: t('curl.list'), method: 'GET', path: '/api/v1/broadcasts/templates' }]}
        />
      }
    >
      {(templates) => (
        <ul className={classes.cards} aria-label={t('title')}>
          {templates.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </ul>
      )}
    </ResourceList>
  );
}
