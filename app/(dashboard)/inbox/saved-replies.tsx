'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import classes from './inbox.module.css';

interface Props {
  /** Of the box; one that begins with `/` looks for a reply. */
  text: string;
  onChoose: (id: string, name: string) => void;
}

const MOST = 6;

/** Saved replies by their shortcut or name, while one types `/`. */
export function SavedReplies({ text, onChoose }: Props) {
  const t = useTranslations('inbox');
  const isOpen = text.startsWith('/');
  const { data } = useQuery(useTRPC().inbox.savedReplies.queryOptions(undefined, { enabled: isOpen }));
  if (!isOpen || data === undefined) return null;
  const looked = text.slice(1).trim().toLowerCase();
  const found = data.savedReplies
    .filter(({ name, shortcut }) => shortcut.startsWith(looked) || name.toLowerCase().includes(looked))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, MOST);
  if (found.length === 0) return <p className={classes.soft}>{t('noSaved')}</p>;
  return (
    <ul className={classes.saved} aria-label={t('savedReplies')}>
      {found.map(({ id, name, shortcut, text: words }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id, name)}>
            <strong>{name}</strong> <code>/{shortcut}</code>
            <span>{words}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
