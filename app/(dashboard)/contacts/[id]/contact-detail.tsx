'use client';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { nameOf, type Contact, type Standing } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { CurlButton, type ApiRequest } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { ContactActions } from './contact-actions';
import { ListsPanel } from './lists-panel';
import { SubscriptionsPanel } from './subscriptions-panel';
import { Timeline } from './timeline';
import type { ReactNode } from 'react';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import { useSourceWords } from '@/app/(dashboard)/contacts/use-source-words';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';
import classes from './contact-detail.module.css';
import { useFormat } from '@/components/ui/format';
import { Skeleton, Stack, ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import Link from 'next/link';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';

/** The funnels that the person is inside of, and the way out of each. */
function FunnelsPanel({ contact, standing }: { contact: Contact; standing: Standing | undefined }) {
  const t = useTranslations('contacts.detail');
  const exit = useMutation(useTRPC().funnels.exitEnrolment.mutationOptions());
  // Most people are in none: nothing is said of it then.
  if (standing === undefined || (standing.enrolments.length === 0 && !exit.isError)) return null;
  return (
    <Panel title={t('funnels')}>
      <ul className={classes.lists}>
        {standing.enrolments.map(({ id: eid, enteredAt, funnel }) => (
          <li key={eid}>
            <span>
              <Link href={`/funnels/${funnel.id}`}>{funnel.name}</Link>{' '}
              <small>
                <RelativeTime value={enteredAt} />
              </small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('takeOut', { funnel: funnel.name })}
              title={t('takeOut', { funnel: funnel.name })}
              loading={exit.isPending && exit.variables.eid === eid}
              onClick={() =>
                exit.mutate(
                  { id: funnel.id, eid },
                  {
                    onSuccess: () =>
                      notifications.show({
                        color: 'gray',
                        message: t('takenOut', { name: nameOf(contact), funnel: funnel.name }),
                      }),
                  },
                )
              }
            >
              <IconX {...SMALL_ICON} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {exit.error && <ErrorNotice error={exit.error} act="write" />}
    </Panel>
  );
}

/** The page of a contact before it is there. */
function ContactSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
        action={<Skeleton height={36} width={160} />}
      />
      <WithSide
        sideFirst
        side={
          <>
            <Lines count={4} />
            <Lines count={3} />
          </>
        }
      >
        <Lines count={6} />
      </WithSide>
    </div>
  );
}

/** A panel whose words are on their way. */
function Lines({ count }: { count: number }) {
  return (
    <Panel title={<Skeleton component="span" display="block" height={14} width={120} my={4} />}>
      <Stack gap="lg" py="xs">
        {Array.from({ length: count }, (_, at) => (
          <Skeleton key={at} height={12} width={`${[72, 54, 63, 45][at % 4]}%`} />
        ))}
      </Stack>
    </Panel>
  );
}

/** Label and value, one a line. */
function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Splits nested objects into one fact a value, so that no merchant reads JSON: `shop.city`. */
const factsOf = (attributes: object, path = ''): [string, unknown][] =>
  Object.entries(attributes).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? factsOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );

/** The facts that the shop knows of the person. */
function AttributesPanel({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const form = useTranslations('contacts.form');
  const format = useFormat();
  const shown = (value: unknown): ReactNode => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return form(value ? 'yes' : 'no');
    if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
      return value.join(', ');
    return <code>{JSON.stringify(value)}</code>;
  };
  const entries = factsOf(contact.attributes).sort(([one], [other]) => one.localeCompare(other));
  return (
    <Panel title={t('attributes')}>
      {entries.length === 0 ? (
        <p className={classes.none}>{t('noAttributes')}</p>
      ) : (
        <Facts facts={entries.map(([key, value]) => [key, shown(value)] as const)} />
      )}
    </Panel>
  );
}

/** The ways to reach the person, and where the person comes from. */
function IdentityPanel({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const family = useFamilyName();
  const sourceWords = useSourceWords();
  const none = <span className={classes.soft}>–</span>;
  const facts: (readonly [string, ReactNode])[] = [
    [t('email'), contact.email ?? none],
    [t('phone'), contact.phone ?? none],
    ...Object.entries(contact.socialHandles).map(([key, handle]) => [family(key), handle] as const),
    [t('externalRef'), contact.externalRef === null ? none : <code key="ref">{contact.externalRef}</code>],
    [t('source'), contact.source === null ? none : sourceWords(contact.source)],
    [t('added'), <DateTime key="added" value={contact.createdAt} />],
    ...(contact.updatedAt === contact.createdAt
      ? []
      : [[t('changed'), <DateTime key="changed" value={contact.updatedAt} />] as const]),
  ];
  return (
    <Panel title={t('identity')}>
      <Facts facts={facts} />
    </Panel>
  );
}

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
