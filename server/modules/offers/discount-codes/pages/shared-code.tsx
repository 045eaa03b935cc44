/** The page of a shared code, for a workspace without a shop to redirect to. */
import { Frame, sentencePage } from '@/server/platform/pages/frame';
import { renderDocument } from '@/server/platform/pages/render';
import type { Language } from '@/server/platform/lib/language';

/** The script behind the page's only button, which copies the code; the page has no script of its own. */
export const COPY_SCRIPT_PATH = '/copy.js';
export const COPY_SCRIPT = `document.querySelectorAll('button[data-copy]').forEach(function (button) {
  button.hidden = false;
  button.addEventListener('click', function () {
    navigator.clipboard.writeText(button.dataset.copy).then(function () { button.textContent = button.dataset.done; });
  });
});
`;

const WORDS = {
  en: {
    title: 'Your discount code',
    text: 'Enter this code at checkout.',
    copy: 'Copy code',
    done: 'Copied',
    invalid: { title: 'This code is not valid', text: 'It may have expired, or the link may be incomplete.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  id: {
    title: 'Kode diskon Anda',
    text: 'Masukkan kode ini saat checkout.',
    copy: 'Salin kode',
    done: 'Tersalin',
    invalid: { title: 'Kode ini tidak berlaku', text: 'Mungkin sudah kedaluwarsa, atau tautannya tidak lengkap.' },
    failed: { title: 'Ada yang tidak beres', text: 'Coba lagi beberapa saat lagi.' },
  },
} as const satisfies Record<Language, object>;

export function sharedCodePage(language: Language, brand: string, code: string): string {
  const words = WORDS[language];
  return renderDocument(
    <Frame language={language} title={words.title} brand={brand} isPrivate isNarrow>
      <h1>{words.title}</h1>
      <p>
        <span className="code">{code}</span>
      </p>
      <p className="soft">{words.text}</p>
      <button type="button" className="main" data-copy={code} data-done={words.done} hidden>
        {words.copy}
      </button>
      <script src={COPY_SCRIPT_PATH} defer />
    </Frame>,
  );
}

/** Renders one page for unknown and for expired codes, so that a guess reveals nothing. */
export const sharedCodeSaid = (language: Language, said: 'invalid' | 'failed'): string =>
  sentencePage(language, WORDS[language][said], { isPrivate: true, isNarrow: true });
