'use client';
import { Skeleton, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { Faults } from '@/components/email/document-faults';
import { Panel } from '@/components/ui/panel';
import { begunTest, type Draft } from './draft';
import classes from './ab-test.module.css';

const AbTestFields = dynamic(() => import('./ab-test-fields').then((module) => module.AbTestFields), {
  ssr: false,
  loading: () => <Skeleton height={280} />,
});

interface Props {
  draft: Draft;
  /** The faults of the blocks of each variant, by their place. */
  faults: readonly Faults[];
  onChange: (patch: Pick<Draft, 'test'>) => void;
}

/** Some of the people first, with two to four variants; the others get the one that did best. */
export function AbTestPanel({ draft, faults, onChange }: Props) {
  const t = useTranslations('abTest');
  const { test, localTime } = draft;
  // Stored together they are refused.
  const isBarred = test === null && localTime !== null;
  return (
    <Panel
      title={t('title')}
      aside={
        <Switch
          label={t('on')}
          labelPosition="left"
          checked={test !== null}
          disabled={isBarred}
          onChange={(event) => onChange({ test: event.currentTarget.checked ? begunTest() : null })}
        />
      }
    >
      {test === null ? (
        <p className={classes.help}>{t(isBarred ? 'notAtOwnHour' : 'help')}</p>
      ) : (
        <AbTestFields draft={draft} test={test} faults={faults} onChange={(next) => onChange({ test: next })} />
      )}
    </Panel>
  );
}
