'use client';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useId, useRef } from 'react';
import { useTRPC } from '@/app/trpc';
import { isCurrent, pagesFor, type GroupKey, type Page } from '@/components/shell/pages';
import { useMay } from '@/components/shell/use-may';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import classes from './navigation.module.css';

interface Props {
  /** Keys of the groups that are folded, but for the one with the current page. */
  folded: readonly string[];
  onFold: (group: GroupKey, isFolded: boolean) => void;
  onNavigate?: (() => void) | undefined;
}

/** The map. The current page is marked for eyes and screen readers, and always in sight. */
export function Navigation({ folded, onFold, onNavigate }: Props) {
  const t = useTranslations('shell');
  const pathname = usePathname();
  const nav = useCurrentInSight(pathname);
  const may = useMay();
  return (
    <nav ref={nav} aria-label={t('navigation')} className={classes.nav}>
      {pagesFor(may).map(({ key, pages }) => {
        const entries = pages.map((page) => (
          <li key={page.key}>
            <Entry page={page} isCurrentPage={isCurrent(page.href, pathname)} onNavigate={onNavigate} />
          </li>
        ));
        if (key === null) return <ul key={pages[0]?.key}>{entries}</ul>;
        // Where one is stays in sight, so that group has nothing to fold.
        const fold = pages.some(({ href }) => isCurrent(href, pathname))
          ? undefined
          : { isFolded: folded.includes(key), onFold: (isFolded: boolean) => onFold(key, isFolded) };
        return (
          <Group key={key} title={t(`groups.${key}`)} fold={fold}>
            {entries}
          </Group>
        );
      })}
    </nav>
  );
}

interface GroupProps {
  title: string;
  /** undefined: always open */
  fold: { isFolded: boolean; onFold: (isFolded: boolean) => void } | undefined;
  children: React.ReactNode;
}

function Group({ title, fold, children }: GroupProps) {
  const id = useId();
  return (
    <div>
      <h2 className={classes.heading}>
        {fold === undefined ? (
          <span className={classes.title}>{title}</span>
        ) : (
          <UnstyledButton
            className={classes.title}
            aria-expanded={!fold.isFolded}
            aria-controls={id}
            onClick={() => fold.onFold(!fold.isFolded)}
          >
            {title}
            <IconChevronDown {...SMALL_ICON} />
          </UnstyledButton>
        )}
      </h2>
      {/* What is folded is no part of the document: it would weigh on every page. */}
      <ul id={id} hidden={fold?.isFolded === true}>
        {fold?.isFolded !== true && children}
      </ul>
    </div>
  );
}

function Entry({
  page,
  isCurrentPage,
  onNavigate,
}: { page: Page; isCurrentPage: boolean } & Pick<Props, 'onNavigate'>) {
  const t = useTranslations('shell.pages');
  const Anchor = page.outside ? 'a' : Link;
  return (
    <Anchor
      href={page.href}
      className={classes.link}
      aria-current={isCurrentPage ? 'page' : undefined}
      onClick={onNavigate}
    >
      <page.icon {...ICON} />
      {t(page.key)}
      {page.counts && <Unread />}
    </Anchor>
  );
}

/**
 * The interval for the messages that wait: their number comes with the frame, and is asked for again every half minute.
 */
const UNREAD_EVERY_MS = 30_000;

function Unread() {
  const t = useTranslations('shell');
  const { data } = useQuery(
    useTRPC().inbox.pulse.queryOptions({}, { staleTime: UNREAD_EVERY_MS, refetchInterval: UNREAD_EVERY_MS }),
  );
  const count = data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.unread} aria-label={t('unread', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** The space that stays free around the current page, in pixels: a font that comes later moves what is above it. */
const AROUND = 24;

/**
 * Moves the map, and nothing else, as far as the current page needs: `scrollIntoView` would move all that is around it.
 */
function useCurrentInSight(pathname: string) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const sight = nav.current?.getBoundingClientRect();
    if (current === undefined || sight === undefined) return;
    if (current.bottom + AROUND > sight.bottom) nav.current?.scrollBy({ top: current.bottom + AROUND - sight.bottom });
    else if (current.top < sight.top) nav.current?.scrollBy({ top: current.top - AROUND - sight.top });
  }, [pathname]);
  return nav;
}
