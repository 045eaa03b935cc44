'use client';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { SMALL_ICON } from '@/components/ui/icon';
import { RECIPE_NAMES } from '@/server/resources/funnels/vocabulary';
import classes from './funnels.module.css';

/** What one can begin with, as cards. */
export function Recipes({ onPick }: { onPick: (key: string) => void }) {
  const t = useTranslations('funnels.recipes');
  const names = RECIPE_NAMES[useLocale()];
  const { data } = useQuery(useTRPC().funnels.recipes.queryOptions());
  return (
    <section className={classes.recipes} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul>
        {data?.recipes.map(({ key, definition }) => (
          <li key={key}>
            <button type="button" onClick={() => onPick(key)}>
              <strong>{names[key].name}</strong>
              <span>{names[key].description}</span>
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
