'use client';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './funnels.module.css';

/** What one can begin with, as cards. */
export function Recipes({ onPick }: { onPick: (key: string) => void }) {
  const t = useTranslations('funnels.recipes');
  const { data } = useQuery(useTRPC().funnels.recipes.queryOptions());
  return (
    <section className={classes.recipes} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul>
        {data?.recipes.map(({ key, name, description, definition }) => (
          <li key={key}>
            <button type="button" onClick={() => onPick(key)}>
              <strong>{name}</strong>
              <span>{description}</span>
              <small>
                {t('steps', { count: definition.steps.length })}
                <IconArrowRight {...SMALL_ICON} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
