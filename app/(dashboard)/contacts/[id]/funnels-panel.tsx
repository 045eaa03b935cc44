'use client';
import { ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { nameOf, type Contact, type Standing } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import classes from './contact-detail.module.css';

/** The funnels that the person is inside of, and the way out of each. */
export function FunnelsPanel({ contact, standing }: { contact: Contact; standing: Standing | undefined }) {
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
