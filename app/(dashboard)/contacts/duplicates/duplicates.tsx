'use client';
import { Skeleton, Button, Checkbox, Radio } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { listedInPages } from '@/components/ui/listed';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { duplicateOptions, type Group } from './duplicate-reads';
import classes from './duplicates.module.css';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { RelativeTime, DateTime } from '@/components/ui/date-time';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { notifyUndo } from '@/components/ui/notify-undo';

/** The contacts that share something: the choice of which are the same person, and of which contact stays. */
function GroupPanel({ group: { by, value, total, contacts } }: { group: Group }) {
  const t = useTranslations('contacts.duplicates');
  const trpc = useTRPC();
  const onError = useNotifyFailure();
  const [keepId, setKeepId] = useState(contacts[0]?.id ?? '');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const undo = useMutation(trpc.contacts.unmerge.mutationOptions({ onError }));
  const merge = useMutation(
    trpc.contacts.merge.mutationOptions({
      onSuccess: ({ id, contact, mergedIds }) =>
        notifyUndo({
          words: t('merged', { count: mergedIds.length + 1, name: nameOf(contact) }),
          undo: { label: t('undo'), run: () => undo.mutate({ id }) },
        }),
    }),
  );
  const mergeIds = contacts.map(({ id }) => id).filter((id) => id !== keepId && !left.has(id));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <Panel
      title={
        <>
          {t(`by.${by}`)} <span className={classes.value}>{value}</span>
        </>
      }
    >
      <div className={classes.people} role="group" aria-label={value}>
        {contacts.map((contact) => (
          <div key={contact.id} className={classes.person} data-left={left.has(contact.id) || undefined}>
            <Radio
              name={`keep ${by} ${value}`}
              label={t('keep')}
              aria-label={t('keepOne', { name: nameOf(contact) })}
              checked={keepId === contact.id}
              disabled={left.has(contact.id)}
              onChange={() => setKeepId(contact.id)}
            />
            <Person contact={contact} />
            <Checkbox
              label={t('same')}
              aria-label={t('sameOne', { name: nameOf(contact) })}
              checked={!left.has(contact.id)}
              disabled={keepId === contact.id}
              onChange={() => toggle(contact.id)}
            />
          </div>
        ))}
      </div>
      {total > contacts.length && <p className={classes.none}>{t('more', { count: total - contacts.length })}</p>}
      {merge.error && <ErrorNotice error={merge.error} act="write" />}
      <Button
        mt="md"
        variant="default"
        loading={merge.isPending}
        disabled={mergeIds.length === 0}
        onClick={() => merge.mutate({ keepId, mergeIds })}
      >
        {t('merge', { count: mergeIds.length + 1 })}
      </Button>
    </Panel>
  );
}

function Person({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.duplicates');
  const { email, phone, source, externalRef, createdAt } = contact;
  const known = [email, phone, externalRef].filter((each) => each !== null && each !== nameOf(contact));
  return (
    <span className={classes.who}>
      <Link href={`/contacts/${contact.id}`}>{nameOf(contact)}</Link>
      {known.length > 0 && <span>{known.join(' · ')}</span>}
      <span>
        {source !== null && source !== '' && `${source} · `}
        {t.rich('since', { when: () => <DateTime value={createdAt} /> })}
      </span>
    </span>
  );
}

/** The contacts that were merged in the last 30 days, with the way back. */
function RecentMerges() {
  const t = useTranslations('contacts.duplicates');
  const trpc = useTRPC();
  const { data } = useQuery(trpc.contacts.merges.queryOptions());
  const undo = useMutation(
    trpc.contacts.unmerge.mutationOptions({
      onError: useNotifyFailure(),
      onSuccess: ({ contact, contactIds }) =>
        notifications.show({
          color: 'gray',
          message: t('undone', { count: contactIds.length + 1, name: nameOf(contact) }),
        }),
    }),
  );
  if (data === undefined || data.merges.length === 0) return null;
  return (
    <Panel title={t('recent')}>
      <ul className={classes.recent}>
        {data.merges.map(({ id, keepId, name, count, createdAt }) => (
          <li key={id}>
            <span className={classes.who}>
              <Link href={`/contacts/${keepId}`}>{name}</Link>
              <span>
                {t.rich('mergedFrom', { count: count + 1, when: () => <RelativeTime value={createdAt} inSentence /> })}
              </span>
            </span>
            <Button
              size="xs"
              variant="default"
              loading={undo.isPending && undo.variables.id === id}
              aria-label={t('undoOne', { name })}
              onClick={() => undo.mutate({ id })}
            >
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Contacts that may be one person, group by group, and what was made one already. */
export function Duplicates() {
  const t = useTranslations('contacts.duplicates');
  const { rows, error, retry, pages } = listedInPages(
    useInfiniteQuery(duplicateOptions(useTRPC())),
    (page) => page.data,
  );
  // A page of a workspace of millions may have nobody: the first that has somebody is looked for unasked.
  const isOpen = rows === undefined || (rows.length === 0 && pages.hasMore);
  useEffect(() => {
    if (isOpen && pages.hasMore && !pages.isLoading && error === null) pages.more();
  }, [isOpen, pages, error]);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} back={{ href: '/contacts', label: t('back') }} />
      <div className={classes.page}>
        {isOpen &&
          (error === null ? <Skeleton height={200} /> : <ErrorNotice error={error} act="read" onRetry={retry} />)}
        {!isOpen && rows.length === 0 && (
          <Panel>
            <p className={classes.none}>{t('none')}</p>
          </Panel>
        )}
        {rows?.map((group) => (
          // With other people it is another question.
          <GroupPanel key={[group.by, group.value, ...group.contacts.map(({ id }) => id)].join(' ')} group={group} />
        ))}
        {rows !== undefined && rows.length > 0 && (
          <LoadMore shown={rows.length} hasMore={pages.hasMore} loading={pages.isLoading} onMore={pages.more} />
        )}
        <RecentMerges />
      </div>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.list'), method: 'GET', path: '/api/v1/contacts/duplicates' },
          {
            title: t('api.merge'),
            method: 'POST',
            path: '/api/v1/contacts/merge',
            body: { keepId: rows?.[0]?.contacts[0]?.id ?? 'c1', mergeIds: [rows?.[0]?.contacts[1]?.id ?? 'c2'] },
          },
        ]}
      />
    </>
  );
}
