'use client';
import { Burger, Drawer, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState, type ReactNode } from 'react';
import { Brand } from '@/components/shell/brand';
import { CommandPalette } from '@/components/shell/command-palette';
import { OtherWorkspace } from '@/components/shell/other-workspace';
import { Navigation } from '@/components/shell/navigation';
import { SignInAgain } from '@/components/shell/sign-in-again';
import { useAccount } from '@/components/shell/use-account';
import { UserMenu } from '@/components/shell/user-menu';
import { SMALL_ICON } from '@/components/ui/icon';
import { DraftOwner } from '@/components/ui/editing/draft-owner';
import { UnsavedGuard } from '@/components/ui/editing/guard';
import classes from './shell.module.css';

/** The frame of the dashboard: navigation at the left from 62em on, in a drawer below; the page beside it. */
export function Shell({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const t = useTranslations('shell');
  const locale = useLocale();
  const [opened, drawer] = useDisclosure();
  // What is on the page stays of the workspace that it began with, whatever a later render on the server says.
  const [drawnFor] = useState(workspaceId);
  const account = useAccount();
  const timeZone = account?.workspace?.timeZone;
  const userId = account?.user.id;
  const owner = useMemo(() => (userId === undefined ? null : { workspaceId: drawnFor, userId }), [drawnFor, userId]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone}>
      <UnsavedGuard>
        <DraftOwner value={owner}>
          <a href="#content" className={classes.skip}>
            {t('skip')}
          </a>
          <div className={classes.shell} data-workspace={drawnFor}>
            <aside className={classes.side}>
              <SideContent />
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
              <UnstyledButton className={classes.topSearch} onClick={spotlight.open} aria-label={t('search')}>
                <IconSearch size={20} stroke={1.6} aria-hidden />
              </UnstyledButton>
            </nav>
            <main id="content" tabIndex={-1} className={classes.main}>
              <div className={classes.content}>{children}</div>
            </main>
          </div>
          <Drawer.Root
            opened={opened}
            onClose={drawer.close}
            position="left"
            size="18rem"
            classNames={{ content: classes.drawer, body: classes.drawerBody }}
          >
            <Drawer.Overlay backgroundOpacity={0.4} />
            <Drawer.Content aria-label={t('menu')}>
              <Drawer.Body>
                <SideContent onNavigate={drawer.close} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
          <CommandPalette />
          <OtherWorkspace workspaceId={drawnFor} />
          <SignInAgain workspaceId={drawnFor} />
        </DraftOwner>
      </UnsavedGuard>
    </NextIntlClientProvider>
  );
}

function SideContent({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTranslations('shell');
  return (
    <>
      <Link href="/" className={classes.home} onClick={onNavigate}>
        <Brand />
      </Link>
      <UnstyledButton
        className={classes.search}
        onClick={() => {
          onNavigate?.();
          spotlight.open();
        }}
      >
        <IconSearch {...SMALL_ICON} />
        <span>{t('search')}</span>
        <Kbd className={classes.kbd}>{t('searchHint')}</Kbd>
      </UnstyledButton>
      <Navigation onNavigate={onNavigate} />
      <div className={classes.user}>
        <UserMenu {...(onNavigate && { onNavigate })} />
      </div>
    </>
  );
}
