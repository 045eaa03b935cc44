'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Person } from '@/app/(dashboard)/funnels/funnel';
import classes from './funnel.module.css';

/** Who it is; a click shows the way that they went. */
export function PersonLink({ person, onOpen }: { person: Person; onOpen: () => void }) {
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
