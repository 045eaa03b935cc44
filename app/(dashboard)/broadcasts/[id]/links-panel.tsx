'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './broadcast-detail.module.css';

const REFRESH_MS = 15_000;

type Visits = Outputs['broadcasts']['links']['machines']['opened'];

/** Addresses are known without what the broadcast itself added to them. */
function shown(link: string): string {
  if (!link.includes('utm_')) return link.replace(/^https?:\/\//, '');
  const url = new URL(link);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) url.searchParams.delete(name);
  return url.href.replace(/^https?:\/\//, '');
}

const totalOf = (visits: Visits): number => visits.reduce((sum, { messages }) => sum + messages, 0);

/** Which links were clicked, by how many, and what machines did, which no figure counts. Nothing to say: not there. */
export function LinksPanel({ id }: { id: string }) {
  const t = useTranslations('broadcasts.links');
  const format = useFormat();
  const query = useQuery(useTRPC().broadcasts.links.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  const { links, machines } = query.data ?? { links: [], machines: { opened: [], clicked: [] } };
  const opened = totalOf(machines.opened);
  const clicked = totalOf(machines.clicked);
  if (links.length === 0 && opened + clicked === 0) return null;
  const names = [...new Set([...machines.opened, ...machines.clicked].map(({ machine }) => machine))];
  return (
    <Panel title={t('title')}>
      <ul className={classes.reasons}>
        {links.map(({ link, people, machines: by }) => (
          <li key={link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {shown(link)}
            </a>
            <strong>{format.number(people)}</strong>
            <small>
              {t('people', { count: people })}
              {by > 0 && <> · {t('machines', { count: by })}</>}
            </small>
          </li>
        ))}
      </ul>
      {opened + clicked > 0 && (
        <p className={classes.apart}>
          {t('apart', { opened, clicked, names: names.map((name) => t(`names.${name}`)).join(', ') })}
        </p>
      )}
    </Panel>
  );
}
