'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { CurlButton, type ApiRequest } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { AttributesPanel } from './attributes-panel';
import { ContactActions } from './contact-actions';
import { ContactSkeleton } from './contact-skeleton';
import { FunnelsPanel } from './funnels-panel';
import { IdentityPanel } from './identity-panel';
import { ListsPanel } from './lists-panel';
import { SubscriptionsPanel } from './subscriptions-panel';
import { Timeline } from './timeline';

/** Everything about one person: how to reach them and whether one may, what is known, what happened. */
export function ContactDetail({ id }: { id: string }) {
  const t = useTranslations('contacts.gone');
  const query = useQuery(useTRPC().contacts.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/contacts', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ContactSkeleton />}>
      {(contact) => <About contact={contact} />}
    </DetailPage>
  );
}

function About({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts');
  const standing = useQuery(useTRPC().contacts.standing.queryOptions({ id: contact.id }));
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
      <WithSide
        sideFirst
        side={
          <>
            <IdentityPanel contact={contact} />
            <SubscriptionsPanel contact={contact} standing={standing.data} />
            <AttributesPanel contact={contact} />
            <FunnelsPanel contact={contact} standing={standing.data} />
            <ListsPanel
              contact={contact}
              standing={standing.data}
              error={standing.error}
              onRetry={() => void standing.refetch()}
            />
          </>
        }
      >
        <Timeline id={contact.id} />
      </WithSide>
      <CurlButton title={t('api.oneTitle')} requests={requests} />
    </>
  );
}
