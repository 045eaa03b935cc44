'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Outputs } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import classes from './home.module.css';

type Entry = Outputs['insights']['home']['activity'][number];

/** Actions of the audit log that have words; a later one shows without. */
const KNOWN = [
  'discount_code.create', 'discount_code.update', 'discount_code.archive', 'api_key.create', 'api_key.revoke', 'channel.connect', 'channel.revoke', 'broadcast.send', 'broadcast.cancel',
  'referral_program.upsert',
  'workspace.create', 'member.add', 'member.set_password',
] as const;

/** Who changed what, and when. */
export function Activity({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations('home.activity');
  if (entries.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <p>
            <Sentence entry={entry} />
          </p>
          <RelativeTime value={entry.createdAt} />
        </li>
      ))}
    </ol>
  );
}

function Sentence({ entry }: { entry: Entry }): ReactNode {
  const t = useTranslations('home.activity');
  const action = KNOWN.find((known) => known === entry.action);
  if (action === undefined) return t('other');
  const subject = (words: ReactNode) => <Subject entry={entry} words={words} />;
  const { actor } = entry;
  return actor === null ? t.rich(`system.${action}`, { subject }) : t.rich(`by.${action}`, { subject, actor: () => <strong>{actor}</strong> });
}

/** What was changed: a link where it has a page. `words` name what there is only one of. */
function Subject({ entry: { action, subject, targetId }, words }: { entry: Entry; words: ReactNode }) {
  if (action.startsWith('discount_code.')) return <Link href={`/discount-codes/${targetId}`}>{subject}</Link>;
  if (action.startsWith('broadcast.')) return <Link href={`/broadcasts/${targetId}`}>{subject}</Link>;
  if (action.startsWith('channel.')) return <Link href={`/channels/${targetId}`}>{subject}</Link>;
  if (action.startsWith('referral_program.')) return <Link href="/referrals">{words}</Link>;
  if (action.startsWith('api_key.')) return <Link href="/api-keys">{subject}</Link>;
  return <strong>{subject}</strong>;
}
