'use client';
import { Burger, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState, type ComponentProps, type ReactNode, useEffect } from 'react';
import { DrawnFor } from '@/app/hydrated';
import { Brand } from '@/components/shell/brand';
import { CommandPalette } from '@/components/shell/command-palette';
import { keepFolded } from '@/components/shell/folded-groups';
import { Navigation } from '@/components/shell/navigation';
import { OpenSearch } from '@/components/shell/open-search';
import type { GroupKey } from '@/components/shell/pages';
import { ProveFirst } from '@/components/shell/prove-first';
import { SignInAgain } from '@/components/shell/sign-in-again';
import { useAccount, useArrivedAccount } from '@/components/shell/use-account';
import { useMay } from '@/components/shell/use-may';
import { UserMenu } from '@/components/shell/user-menu';
import { SMALL_ICON } from '@/components/ui/icon';
import { DraftOwner } from '@/components/ui/editing/draft-owner';
import { UnsavedGuard } from '@/components/ui/editing/guard';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './shell.module.css';
import { onWorkspace } from '@/components/shell/workspace-channel';
import { usePathname, useSearchParams } from 'next/navigation';

/** After this long nothing more is promised: whoever clicked can click again. */
const GIVES_UP_MS = 15_000;

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? '';

/** Checks whether a click on this link leaves the page for another one of ours, in this tab. */
function leadsOn(link: HTMLAnchorElement, { button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return false;
  return link.origin === window.location.origin && withoutHash(link.href) !== withoutHash(window.location.href);
}

/**
 * Pages arrive whole, and the page before stays until then. This line says that one is on its way, where it does not
 * come at once.
 */
function OnTheWay() {
  const t = useTranslations('ui');
  const here = `${usePathname()}?${useSearchParams().toString()}`;
  const [leaving, setLeaving] = useState<string>();
  if (leaving !== undefined && leaving !== here) setLeaving(undefined);
  useEffect(() => {
    const note = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link !== null && leadsOn(link, event)) setLeaving(here);
    };
    document.addEventListener('click', note);
    return () => document.removeEventListener('click', note);
  }, [here]);
  useEffect(() => {
    if (leaving === undefined) return;
    const timer = setTimeout(() => setLeaving(undefined), GIVES_UP_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return leaving === here && <div className={classes.line} role="progressbar" aria-label={t('loading')} />;
}

const OtherWorkspaceDialog = whenOpened(
  async () => (await import('@/components/shell/other-workspace-dialog')).OtherWorkspaceDialog,
);

/**
 * Asks which workspace is meant, once another tab went into another one: the session is there, the page is still here.
 * The server refuses what the page sends meanwhile, so nothing is written into the wrong one.
 */
function OtherWorkspace({ workspaceId }: { workspaceId: string }) {
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => onWorkspace((opened) => setElsewhere(opened !== workspaceId)), [workspaceId]);
  return <OtherWorkspaceDialog opened={elsewhere} workspaceId={workspaceId} onStay={() => setElsewhere(false)} />;
}

const NavigationDrawer = whenOpened(
  async () => (await import('@/components/shell/navigation-drawer')).NavigationDrawer,
);

interface ShellProps {
  workspaceId: string;
  /** Keys of the groups of the navigation that were left folded. */
  folded: readonly string[];
  children: ReactNode;
}

/** The frame of the dashboard: navigation at the left from 62em on, in a drawer below; the page beside it. */
export function Shell({ workspaceId, folded, children }: ShellProps) {
  const t = useTranslations('shell');
  const locale = useLocale();
  const [opened, drawer] = useDisclosure();
  const [searching, palette] = useDisclosure();
  // What is on the page stays of the workspace that it began with, whatever a later render on the server says.
  const [drawnFor] = useState(workspaceId);
  const navigation = useFoldedGroups(folded);
  // The clock of the workspace holds from the first draw on, so that no day changes before one's eyes.
  const timeZone = useArrivedAccount()?.workspace?.timeZone;
  const userId = useAccount()?.user.id;
  const owner = useMemo(() => (userId === undefined ? null : { workspaceId: drawnFor, userId }), [drawnFor, userId]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone}>
      <UnsavedGuard>
        <DraftOwner value={owner}>
          <OnTheWay />
          <a href="#content" className={classes.skip}>
            {t('skip')}
          </a>
          <div className={classes.shell} data-workspace={drawnFor}>
            <aside className={classes.side}>
              <SideContent {...navigation} onSearch={palette.open} />
            </aside>
            <nav className={classes.top} aria-label={t('menu')}>
              <Burger
                size="sm"
                opened={opened}
                onClick={drawer.toggle}
                aria-label={t(opened ? 'closeNavigation' : 'openNavigation')}
              />
              <Link href="/" className={classes.home}>
                <Brand />
              </Link>
              <UnstyledButton className={classes.topSearch} onClick={palette.open} aria-label={t('search')}>
                <IconSearch size={20} stroke={1.6} aria-hidden />
              </UnstyledButton>
            </nav>
            <main id="content" tabIndex={-1} className={classes.main}>
              <div className={classes.content}>
                <OnlyLooks />
                <Unproven />
                <OpenSearch value={palette.open}>
                  <DrawnFor value={drawnFor}>{children}</DrawnFor>
                </OpenSearch>
              </div>
            </main>
          </div>
          <NavigationDrawer opened={opened} onClose={drawer.close}>
            <SideContent {...navigation} onSearch={palette.open} onNavigate={drawer.close} />
          </NavigationDrawer>
          <CommandPalette opened={searching} onOpen={palette.open} onClose={palette.close} />
          <OtherWorkspace workspaceId={drawnFor} />
          <SignInAgain workspaceId={drawnFor} />
        </DraftOwner>
      </UnsavedGuard>
    </NextIntlClientProvider>
  );
}

/** Says it before somebody looks for a button that is not there. */
function OnlyLooks() {
  const t = useTranslations('shell');
  return useMay()('write') ? null : <p className={classes.onlyLooks}>{t('onlyLooks')}</p>;
}

/** The notice that a person who signed up has a link to open, where the service sends mail. */
function Unproven() {
  const user = useArrivedAccount()?.user;
  return user === undefined || user.isProven ? null : <ProveFirst email={user.email} />;
}

/** The same in the frame and in the drawer, and remembered. */
function useFoldedGroups(leftFolded: readonly string[]): Pick<ComponentProps<typeof Navigation>, 'folded' | 'onFold'> {
  const [folded, setFolded] = useState(leftFolded);
  const onFold = (group: GroupKey, isFolded: boolean): void => {
    const others = folded.filter((each) => each !== group);
    const next = isFolded ? [...others, group] : others;
    setFolded(next);
    keepFolded(next);
  };
  return { folded, onFold };
}

interface SideProps extends ComponentProps<typeof Navigation> {
  onSearch: () => void;
}

function SideContent({ onSearch, onNavigate, ...navigation }: SideProps) {
  const t = useTranslations('shell');
  return (
    <>
      <div className={classes.head}>
        <Link href="/" className={classes.home} onClick={onNavigate}>
          <Brand />
        </Link>
        <UnstyledButton
          className={classes.search}
          onClick={() => {
            onNavigate?.();
            onSearch();
          }}
        >
          <IconSearch {...SMALL_ICON} />
          <span>{t('search')}</span>
          <Kbd className={classes.kbd}>{t('searchHint')}</Kbd>
        </UnstyledButton>
      </div>
      <Navigation {...navigation} onNavigate={onNavigate} />
      <div className={classes.user}>
        <UserMenu {...(onNavigate && { onNavigate })} />
      </div>
    </>
  );
}
