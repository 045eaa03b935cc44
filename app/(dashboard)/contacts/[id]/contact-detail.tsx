'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { CurlButton, type ApiRequest } from '@/components/curl-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { PageHead } from '@/components/ui/page-head';
import { problemOf } from '@/components/ui/problem';
import { AttributesPanel } from './attributes-panel';
import { ContactActions } from './contact-actions';
import { ContactSkeleton } from './contact-skeleton';
import { IdentityPanel } from './identity-panel';
import { ListsPanel } from './lists-panel';
import { SubscriptionsPanel } from './subscriptions-panel';
import { Timeline } from './timeline';
import classes from './contact-detail.module.css';

/** Everything about one person: how to reach them and whether one may, what is known, what happened. */
export function ContactDetail({ id }: { id: string }) {
  const t = useTranslations('contacts');
  const trpc = useTRPC();
  const query = useQuery(trpc.contacts.get.queryOptions({ id }));
  const standing = useQuery(trpc.contacts.standing.queryOptions({ id }, { enabled: query.isSuccess }));
  const contact = query.data;
  if (!contact && query.isError) {
    if (problemOf(query.error).code !== 'NOT_FOUND')
      return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    return (
      <MessagePage title={t('gone.title')} action={<LinkButton href="/contacts">{t('gone.action')}</LinkButton>}>
        <p>{t('gone.message')}</p>
      </MessagePage>
    );
  }
  if (!contact) return <ContactSkeleton />;
  const path = `/api/v1/contacts/${contact.id}` as const;
  const requests: ApiRequest[] = [
    { title: t('api.get'), method: 'GET', path },
    {
      title: t('api.update'),
      help: t('api.updateHelp'),
      method: 'PATCH',
      path,
      body: { attributes: { city: 'Bandung' } },
    },
    { title: t('api.unsubscribe'), help: t('api.unsubscribeHelp'), method: 'DELETE', path },
    { title: t('api.export'), help: t('api.exportHelp'), method: 'GET', path: `${path}/export` },
    { title: t('api.erase'), help: t('api.eraseHelp'), method: 'POST', path: `${path}/erase` },
  ];
  return (
    <>
      <PageHead
        title={nameOf(contact)}
        back={{ href: '/contacts', label: t('title') }}
        action={<ContactActions contact={contact} />}
      />
      <div className={classes.page}>
        <div className={classes.main}>
          <Timeline id={contact.id} />
          <CurlButton className={classes.api} title={t('api.oneTitle')} requests={requests} />
        </div>
        <div className={classes.side}>
          <IdentityPanel contact={contact} />
          <SubscriptionsPanel contact={contact} standing={standing.data} />
          <AttributesPanel contact={contact} />
          <ListsPanel
            contact={contact}
            standing={standing.data}
            error={standing.error}
            onRetry={() => void standing.refetch()}
          />
        </div>
      </div>
    </>
  );
}
