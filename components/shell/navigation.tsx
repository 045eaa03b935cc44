'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { isCurrent, PAGES, type Page } from '@/components/shell/pages';
import { ICON } from '@/components/ui/icon';
import classes from './navigation.module.css';

/** The map. The current page is marked for eyes and screen readers. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTranslations('shell');
  return (
    <nav aria-label={t('navigation')} className={classes.nav}>
      {PAGES.map((group) => (
        <div key={group.pages[0]?.key} className={classes.group}>
          {group.key && <h2 className={classes.heading}>{t(`groups.${group.key}`)}</h2>}
          <ul>
            {group.pages.map((page) => (
              <li key={page.key}>
                <Entry page={page} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ page, onNavigate }: { page: Page; onNavigate: (() => void) | undefined }) {
  const t = useTranslations('shell.pages');
  const current = isCurrent(page.href, usePathname());
  const Anchor = page.outside ? 'a' : Link;
  return (
    <Anchor href={page.href} className={classes.link} aria-current={current ? 'page' : undefined} onClick={onNavigate}>
      <page.icon {...ICON} />
      {t(page.key)}
    </Anchor>
  );
}
