/** What creators and affiliates see in place of a page. */
import { CREATOR_WORDS } from '@/server/documents/creators/words';
import { sentencePage } from '@/server/documents/frame';
import type { Language } from '@/server/lib/language';

/** @param kind missing: the same page whatever is wrong with an address */
export const failurePage = (language: Language, kind: 'missing' | 'failed'): string =>
  sentencePage(language, CREATOR_WORDS[language][kind], { isPrivate: true });
