'use client';
import { Burger, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { DrawnFor } from '@/app/hydrated';
import { Brand } from '@/components/shell/brand';
import { CommandPalette } from '@/components/shell/command-palette';
import { keepFolded } from '@/components/shell/folded-groups';
import { OtherWorkspace } from '@/components/shell/other-workspace';
import { OnTheWay } from '@/components/shell/on-the-way';
import { Navigation } from '@/components/shell/navigation';
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
                <DrawnFor value={drawnFor}>{children}</DrawnFor>
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

/** Who signed up has a link to open, where the service sends mail. */
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
