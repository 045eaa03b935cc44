/** The page of a tracked link that leads nowhere, because the address was cut or made up. It redirects nobody. */
import { sentencePage } from '@/server/platform/pages/frame';
import { languageOf, type Language } from '@/server/platform/lib/language';
import type { FailurePage } from '@/server/platform/access/route';

const WORDS = {
  en: {
    missing: { title: 'This link does not work', text: 'The link may be incomplete. Open it again from the e-mail.' },
    failed: { title: 'Something went wrong', text: 'Try again in a moment.' },
  },
  id: {
    missing: {
      title: 'Tautan ini tidak berfungsi',
      text: 'Mungkin tautannya terpotong. Buka lagi tautan dari email.',
    },
    failed: { title: 'Ada yang tidak beres', text: 'Coba lagi beberapa saat lagi.' },
  },
} as const satisfies Record<Language, object>;

export const linkFailure: FailurePage = ({ headers }, { status }) => {
  const language = languageOf(headers['accept-language']);
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Language',
    },
    body: sentencePage(language, WORDS[language][status >= 500 ? 'failed' : 'missing'], {
      isPrivate: true,
      isNarrow: true,
    }),
  };
};
