'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import classes from './duplicates.module.css';

/** What became one in the last 30 days, with the way back. */
export function RecentMerges() {
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
