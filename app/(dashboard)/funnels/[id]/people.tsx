'use client';
import { Select, Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { layoutOf, numbersOf, stepsIn, stepsById } from '@/app/(dashboard)/funnels/definition/ways';
import { PEOPLE, peopleOptions } from '@/app/(dashboard)/funnels/funnel-address';
import type { Person } from '@/app/(dashboard)/funnels/funnel';
import { useExitWords } from '@/app/(dashboard)/funnels/use-exit-words';
import { useFunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { TableList } from '@/components/ui/table-list';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { None } from '@/components/ui/none';
import { Status } from '@/components/ui/status';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './funnel.module.css';

/** The name of the person; a click shows the way that they went. */
function PersonLink({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const t = useTranslations('funnels.people');
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="hover"
      c="inherit"
      className={classes.person}
      onClick={onOpen}
    >
      {person.called || t('someone')}
    </Anchor>
  );
}

const PersonDrawer = whenOpened(async () => (await import('./person-drawer')).PersonDrawer);

const STATUSES = ['', 'active', 'completed', 'exited'] as const;
const KINDS = { active: 'on', completed: 'off', exited: 'off' } as const;

/** The people who are in it and who were, where they stand and why they left. */
export function People({ shown: { funnel } }: { shown: Outputs['funnels']['editor'] }) {
  const t = useTranslations('funnels');
  const exitWords = useExitWords();
  const words = useFunnelWords();
  const [address, setAddress] = useAddress(PEOPLE);
  const [opened, open] = useState<Person | null>(null);
  const query = useInfiniteQuery(peopleOptions(useTRPC(), funnel.id, address));
  const list = listedInPages(query, ({ data }) => data);
  const layout = layoutOf(funnel.definition);
  const numbers = numbersOf(layout);
  const known = stepsById(funnel.definition);
  const stepName = (id: string): string => {
    const step = known.get(id);
    return step === undefined
      ? t('results.goneStep', { id })
      : t('editor.card', { number: numbers.get(id) ?? 0, title: words.title(step) });
  };
  const isFiltered = address.status !== '' || address.step !== '';
  const columns: Column<Person>[] = [
    {
      key: 'who',
      head: t('people.who'),
      card: 'title',
      width: 16,
      cell: (person) => <PersonLink person={person} onOpen={() => open(person)} />,
    },
    {
      key: 'state',
      head: t('people.state'),
      card: 'state',
      width: 10,
      cell: ({ status, exitReason }) => (
        <Status kind={KINDS[status]}>
          {exitReason === null ? t(`people.statuses.${status}`) : exitWords(exitReason)}
        </Status>
      ),
    },
    {
      key: 'where',
      head: t('people.where'),
      width: 14,
      cell: ({ stepId, waitingFor }) =>
        stepId === null ? (
          <None />
        ) : (
          <span className={classes.where}>
            <span>{stepName(stepId)}</span>
            {waitingFor !== null && <small>{t(`waitingFor.${waitingFor}`)}</small>}
          </span>
        ),
    },
    {
      key: 'due',
      head: t('people.due'),
      width: 9,
      priority: 2,
      cell: ({ dueAt }) => (dueAt === null ? <None /> : <RelativeTime value={dueAt} />),
    },
    {
      key: 'entered',
      head: t('people.entered'),
      width: 9,
      priority: 1,
      cell: ({ enteredAt }) => <RelativeTime value={enteredAt} />,
    },
  ];
  return (
    <>
      <ListToolbar
        search={
          <Select
            aria-label={t('people.atStep')}
            placeholder={t('people.atStep')}
            clearable
            clearButtonProps={{ 'aria-label': t('people.anyStep') }}
            value={address.step === '' ? null : address.step}
            data={stepsIn(layout.main).map((id) => ({ value: id, label: stepName(id) }))}
            onChange={(step) => setAddress({ step: step ?? '' })}
          />
        }
        filters={
          <FilterChips
            label={t('people.filter')}
            options={STATUSES.map((value) => ({ value, label: t(`people.statuses.${value === '' ? 'all' : value}`) }))}
            value={STATUSES.find((status) => status === address.status) ?? ''}
            onChange={(status) => setAddress({ status })}
          />
        }
      />
      {list.rows?.length === 0 && !isFiltered ? (
        <div className={classes.empty}>
          <IconUsers {...ICON} />
          <p>{t('people.empty')}</p>
        </div>
      ) : (
        <TableList
          list={list}
          onClear={isFiltered ? () => setAddress({ status: '', step: '' }) : undefined}
          label={t('people.title')}
          columns={columns}
        />
      )}
      <PersonDrawer opened={opened !== null} person={opened} stepName={stepName} onClose={() => open(null)} />
    </>
  );
}
