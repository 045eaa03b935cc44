'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './broadcast-detail.module.css';

const REFRESH_MS = 15_000;

/** Which links were clicked, by how many, as far as vendors tell. Nothing to say: not there. */
export function LinksPanel({ id }: { id: string }) {
  const t = useTranslations('broadcasts.links');
  const format = useFormat();
  const query = useQuery(useTRPC().broadcasts.links.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  const links = query.data?.links ?? [];
  if (links.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <ul className={classes.reasons}>
        {links.map(({ link, people }) => (
          <li key={link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link.replace(/^https?:\/\//, '')}
            </a>
            <strong>{format.number(people)}</strong>
            <small>{t('people', { count: people })}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
