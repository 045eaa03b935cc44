'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { IMPORT_SOURCE } from '@/server/resources/contacts/vocabulary';

/** What a source is called: the shop's own word, but for the one that we give. */
export function useSourceWords(): (source: string) => string {
  const t = useTranslations('ui');
  return useCallback((source) => (source === IMPORT_SOURCE ? t('importSource') : source), [t]);
}
