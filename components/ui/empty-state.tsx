'use client';
import { Anchor } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMay } from '@/components/shell/use-may';
import classes from './empty-state.module.css';

interface Props {
  icon: ReactNode;
  /** The purpose of this, in one sentence. */
  sentence: string;
  /** The one button. Not there for somebody who may only look, unless it `onlyReads`. */
  action: ReactNode;
  onlyReads?: boolean;
  /** The one link, to a sample or an explanation. */
  link?: { href: string; label: string };
}

/** A list that has nothing yet. */
export function EmptyState({ icon, sentence, action, onlyReads = false, link }: Props) {
  const may = useMay();
  return (
    <div className={classes.empty}>
      <div className={classes.icon}>{icon}</div>
      <p className={classes.sentence}>{sentence}</p>
      {may(onlyReads ? 'read' : 'write') && action}
      {link && (
        <Anchor component={Link} href={link.href} size="sm">
          {link.label}
        </Anchor>
      )}
    </div>
  );
}

/** A search or filter that lets nothing through. */
export function NoMatches({ sentence, action }: { sentence: string; action: ReactNode }) {
  return (
    <div className={classes.empty} role="status">
      <p className={classes.sentence}>{sentence}</p>
      {action}
    </div>
  );
}
