import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Brand } from '@/components/shell/brand';
import classes from './auth.module.css';
import { LanguageLinks } from './language-links';
import { SampleReceipt } from './sample-receipt';

/** Two columns from 62em on: the form, and what Laris is. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('auth.promise');
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <Brand />
        <div className={classes.column}>{children}</div>
        <LanguageLinks />
      </main>
      <aside className={classes.promise}>
        <SampleReceipt />
        <div className={classes.words}>
          <h2>{t('title')}</h2>
          <p>{t('sentence')}</p>
        </div>
      </aside>
    </div>
  );
}
