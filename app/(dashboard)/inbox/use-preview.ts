'use client';
import { useTranslations } from 'next-intl';
import { MESSAGE_KINDS } from '@/server/resources/inbox/vocabulary';

/** A message in one line: what has no words comes as its kind in brackets, which is said in the person's language. */
export function usePreview(): (preview: string) => string {
  const t = useTranslations('inbox.kinds');
  return (preview) => {
    const kind = MESSAGE_KINDS.find((known) => `[${known}]` === preview);
    return kind === undefined ? preview : t(kind);
  };
}
