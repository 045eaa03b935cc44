/** The error page for creators and affiliates, in place of the page that they asked for. */
import { CREATOR_WORDS } from '@/server/modules/creators/pages/words';
import { sentencePage } from '@/server/platform/pages/frame';
import type { Language } from '@/server/platform/lib/language';

/** @param kind missing: the same page whatever is wrong with an address */
export const failurePage = (language: Language, kind: 'missing' | 'failed'): string =>
  sentencePage(language, CREATOR_WORDS[language][kind], { isPrivate: true });
