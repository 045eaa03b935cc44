'use client';
import { Anchor } from '@mantine/core';
import type { Enrolment } from '@/app/(dashboard)/funnels/funnel';
import { PersonName } from './person-name';
import classes from './funnel.module.css';

/** Who it is; a click shows the way that they went. */
export function PersonLink({ enrolment, onOpen }: { enrolment: Enrolment; onOpen: () => void }) {
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
      <PersonName contactId={enrolment.contactId} />
    </Anchor>
  );
}
