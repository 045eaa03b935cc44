'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { OWN_SOURCES } from '@/server/modules/audience/contacts/vocabulary';

/** Names a source: in the reader's language where the service gave it, else in the shop's own word. */
export function useSourceWords(): (source: string) => string {
  const t = useTranslations('ui');
  return useCallback(
    (source) => {
      const own = OWN_SOURCES.find((each) => each === source);
      return own === undefined ? source : t(`sources.${own}`);
    },
    [t],
  );
}
