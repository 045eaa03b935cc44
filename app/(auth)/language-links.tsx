'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LOCALES } from '@/app/i18n/locales';
import { useSetLanguage } from '@/components/shell/language';
import classes from './auth.module.css';

export function LanguageLinks() {
  const t = useTranslations('shell');
  const current = useLocale();
  const setLanguage = useSetLanguage();
  return (
    <div className={classes.languages} role="group" aria-label={t('user.language')}>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => setLanguage(locale)}
        >
          {t(`languages.${locale}`)}
        </button>
      ))}
    </div>
  );
}
