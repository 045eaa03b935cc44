'use client';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo } from 'react';
import { startDocument, STARTS, type Start } from '@/app/(dashboard)/templates/starts';
import { Thumbnail } from '@/app/(dashboard)/templates/thumbnail';
import { useTRPCClient } from '@/app/trpc';
import classes from '@/app/(dashboard)/templates/templates.module.css';

/** What a new template can begin with, each as the e-mail that it would be. */
export function StartGallery({ shop, mergeTags }: { shop: string; mergeTags: boolean }) {
  return (
    <ul className={classes.cards}>
      {STARTS.map((start) => (
        <StartCard key={start} start={start} shop={shop} mergeTags={mergeTags} />
      ))}
    </ul>
  );
}

function StartCard({ start, shop, mergeTags }: { start: Start; shop: string; mergeTags: boolean }) {
  const t = useTranslations('templates.starts');
  const client = useTRPCClient();
  const document = useMemo(() => startDocument(start, shop, mergeTags, t), [start, shop, mergeTags, t]);
  const { data } = useQuery({
    queryKey: ['email-preview', document],
    queryFn: ({ signal }) => client.broadcasts.templates.compile.mutate(document, { signal }),
    enabled: start !== 'blank',
    staleTime: Infinity,
  });
  return (
    <li className={classes.card}>
      {start === 'blank' ? (
        <div className={classes.blank}>
          <IconPlus size={28} stroke={1.4} aria-hidden />
        </div>
      ) : (
        <Thumbnail html={data?.html} />
      )}
      <div className={classes.about}>
        <div className={classes.names}>
          <Link href={`/templates/new?start=${start}`} className={classes.name}>
            {t(`${start}.name`)}
          </Link>
          <p className={classes.wrapped}>{t(`${start}.about`)}</p>
        </div>
      </div>
    </li>
  );
}
