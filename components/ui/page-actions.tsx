'use client';
import { ActionIcon, Button } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ICON } from '@/components/ui/icon';
import classes from './page-actions.module.css';

export interface PageAction {
  label: string;
  icon: Icon;
  /** The target of the action: the page it leads to, or what it does. */
  href?: string;
  /** Another site's page or a public one: in a tab of its own. */
  outside?: boolean;
  /** A file, which the browser saves. */
  saves?: boolean;
  onClick?: () => void;
  busy?: boolean;
}

interface Props {
  /** Beside the primary one where there is room; in a menu in narrow windows, where the title needs it. */
  others: readonly PageAction[];
  /** The primary action, which stays in sight. */
  children?: ReactNode;
}

/** The actions of a page's head. */
export function PageActions({ others, children }: Props) {
  return (
    <div className={classes.actions}>
      {others.length > 0 && <ActionMenu actions={others} />}
      {others.map(({ label, icon: _, busy, ...act }) => (
        <Button key={label} className={classes.wide} variant="default" loading={busy === true} {...wayOf(act)}>
          {label}
        </Button>
      ))}
      {children}
    </div>
  );
}

const OpenActionMenu = lazy(async () => ({ default: (await import('@/components/ui/action-menu')).OpenActionMenu }));

/** A menu whose code comes when it is first opened. */
function ActionMenu({ actions }: { actions: readonly PageAction[] }) {
  const t = useTranslations('ui');
  const [isAsked, setAsked] = useState(false);
  const button = (
    <ActionIcon
      className={classes.narrow}
      variant="default"
      size={36}
      aria-label={t('moreActions')}
      aria-haspopup="menu"
      onClick={() => setAsked(true)}
    >
      <IconDots {...ICON} />
    </ActionIcon>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OpenActionMenu target={button} actions={actions} />
    </Suspense>
  );
}

/** A link where it leads somewhere, as Mantine's components take it. */
export function wayOf({ href, outside, saves, onClick }: Pick<PageAction, 'href' | 'outside' | 'saves' | 'onClick'>) {
  if (href === undefined) return { onClick };
  const renderRoot = (root: object): ReactNode => {
    if (saves === true) return <a {...root} href={href} download />;
    return outside === true ? <a {...root} href={href} target="_blank" /> : <Link {...root} href={href} />;
  };
  return { renderRoot };
}
