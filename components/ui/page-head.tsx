'use client';
import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMay } from '@/components/shell/use-may';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './page-head.module.css';

interface Props {
  title: ReactNode;
  /** The number of items, beside the title of a list; already written for the locale. */
  count?: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** The page that this page belongs to: a link above the title. */
  back?: { href: string; label: string };
  /** The one primary action, with a verb. Not there for somebody who may only look, unless it `onlyReads`. */
  action?: ReactNode;
  onlyReads?: boolean;
  /** Beside the title: a status. */
  aside?: ReactNode;
}

/** The head of a page: its title, aligned with the first column of what is below, and the one action at the right. */
export function PageHead({ title, count, lead, back, action, onlyReads = false, aside }: Props) {
  const may = useMay();
  return (
    <header className={classes.head}>
      {back && (
        <Link href={back.href} className={classes.back}>
          <IconArrowLeft {...SMALL_ICON} />
          {back.label}
        </Link>
      )}
      <div className={classes.line}>
        <div className={classes.title}>
          <Title order={1}>{title}</Title>
          {count !== undefined && <span className={classes.count}>{count}</span>}
          {aside}
        </div>
        {action && may(onlyReads ? 'read' : 'write') && <div className={classes.action}>{action}</div>}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
    </header>
  );
}
