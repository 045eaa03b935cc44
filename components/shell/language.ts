'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { LOCALE_COOKIE, type Locale } from '@/app/i18n/locales';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Keeps the choice in a cookie and draws the page anew in that language. */
export function useSetLanguage(): (locale: Locale) => void {
  const router = useRouter();
  return useCallback(
    (locale) => {
      document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
      router.refresh();
    },
    [router],
  );
}
