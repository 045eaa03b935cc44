'use client';
import { Button, Checkbox, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { notifyUndo } from '@/components/ui/notify-undo';
import { Panel } from '@/components/ui/panel';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import type { Group } from './duplicate-reads';
import classes from './duplicates.module.css';

/** Who shares something: which of them are one, and which of those stays. */
export function GroupPanel({ group: { by, value, total, contacts } }: { group: Group }) {
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
