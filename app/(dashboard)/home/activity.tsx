'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Outputs } from '@/app/trpc';
import { pageOf } from '@/app/(dashboard)/audit-log/known';
import { Sentence } from '@/app/(dashboard)/audit-log/sentence';
import { RelativeTime } from '@/components/ui/date-time';
import classes from './home.module.css';

/** Who changed what, and when; a change leads to what was changed, where that has a page. */
export function Activity({ entries }: { entries: Outputs['auditLog']['listNamed']['entries'] }) {
  const t = useTranslations('home.activity');
  if (entries.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => {
        const href = pageOf(entry);
        return (
          <li key={entry.id} className={classes.entry}>
            <p>
              {href === undefined ? (
                <Sentence entry={entry} />
              ) : (
                <Link href={href}>
                  <Sentence entry={entry} />
                </Link>
              )}
            </p>
            <RelativeTime value={entry.createdAt} />
          </li>
        );
      })}
    </ol>
  );
}
