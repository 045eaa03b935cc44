/** The unsubscribe page's HTML: plain, quiet, one thing to do. */
import { escapeHtml } from '@/server/email/escape';

export type UnsubscribeState =
  | { kind: 'ask' | 'done' | 'stopped'; brand: string; address: string }
  /** The link is none of ours. */
  | { kind: 'unknown' }
  | { kind: 'failed' };

interface Words {
  language: string;
  title: string;
  ask: (brand: string, address: string) => string;
  button: string;
  doneTitle: string;
  done: (brand: string, address: string) => string;
  undo: string;
  stopped: (brand: string, address: string) => string;
  unknownTitle: string;
  unknown: string;
  failedTitle: string;
  failed: string;
}

const ENGLISH: Words = {
  language: 'en',
  title: 'Unsubscribe?',
  ask: (brand, address) => `${address} will get no more marketing e-mails from ${brand}.`,
  button: 'Unsubscribe',
  doneTitle: 'You are unsubscribed',
  done: (brand, address) => `${address} gets no more marketing e-mails from ${brand}. It may take a few minutes for what is on its way.`,
  undo: 'That was a mistake, subscribe me again',
  stopped: (brand, address) => `${address} gets no marketing e-mails from ${brand}.`,
  unknownTitle: 'This link does not work',
  unknown: 'It may have been cut off. Open it from the e-mail once more, or copy it as a whole.',
  failedTitle: 'That did not work',
  failed: 'Something went wrong on our side. Please try again in a moment.',
};

const INDONESIAN: Words = {
  language: 'id',
  title: 'Berhenti berlangganan?',
  ask: (brand, address) => `${address} tidak akan lagi menerima email pemasaran dari ${brand}.`,
  button: 'Berhenti berlangganan',
  doneTitle: 'Anda sudah berhenti berlangganan',
  done: (brand, address) => `${address} tidak lagi menerima email pemasaran dari ${brand}. Email yang sedang dikirim mungkin masih tiba dalam beberapa menit.`,
  undo: 'Ini keliru, langganan lagi',
  stopped: (brand, address) => `${address} tidak menerima email pemasaran dari ${brand}.`,
  unknownTitle: 'Tautan ini tidak berfungsi',
  unknown: 'Tautannya mungkin terpotong. Buka lagi dari email, atau salin seluruhnya.',
  failedTitle: 'Belum berhasil',
  failed: 'Ada gangguan di sisi kami. Silakan coba lagi sebentar lagi.',
};

/** The better of our two languages by the browser's list; English when it names neither. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const weights = new Map<string, number>();
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.trim().split(';');
    const language = range.split('-')[0] ?? '';
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
    weights.set(language, Math.max(weights.get(language) ?? 0, q === undefined ? 1 : Number(q)));
  }
  // The old code of Indonesian is still sent by some.
  const indonesian = Math.max(weights.get('id') ?? 0, weights.get('in') ?? 0);
  return indonesian > (weights.get('en') ?? 0) ? INDONESIAN : ENGLISH;
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const form = (label: string, undo: boolean): string =>
  `<form method="post">${undo ? '<input type="hidden" name="undo" value="1">' : ''}<button class="${undo ? 'quiet' : 'main'}" type="submit">${escapeHtml(label)}</button></form>`;

function partsOf(words: Words, state: UnsubscribeState): { title: string; body: string; brand: string } {
  switch (state.kind) {
    case 'ask':
      return { title: words.title, brand: state.brand, body: paragraph(words.ask(state.brand, state.address)) + form(words.button, false) };
    case 'done':
      return { title: words.doneTitle, brand: state.brand, body: paragraph(words.done(state.brand, state.address)) + form(words.undo, true) };
    case 'stopped':
      return { title: words.doneTitle, brand: state.brand, body: paragraph(words.stopped(state.brand, state.address)) };
    case 'unknown':
      return { title: words.unknownTitle, brand: '', body: paragraph(words.unknown) };
    case 'failed':
      return { title: words.failedTitle, brand: '', body: paragraph(words.failed) };
  }
}

export function unsubscribePage(words: Words, state: UnsubscribeState, stylePath: string): string {
  const { title, body, brand } = partsOf(words, state);
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(brand === '' ? title : `${title} · ${brand}`)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
${brand === '' ? '' : `<p class="brand">${escapeHtml(brand)}</p>\n`}<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

export const UNSUBSCRIBE_STYLE = `:root { --ink: #0f172a; --soft: #475569; --line: #e2e8f0; --page: #f8fafc; --surface: #ffffff; --accent: #0f766e; --accent-deep: #115e59; --on-accent: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e8f0; --soft: #94a3b8; --line: #1f2a37; --page: #0b1120; --surface: #111a2b; --accent: #2dd4bf; --accent-deep: #5eead4; --on-accent: #042f2e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/1.6 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
main { width: 100%; max-width: 448px; padding: 32px 28px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
.brand { margin: 0 0 20px; font-size: 14px; font-weight: 600; color: var(--accent); }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0; color: var(--soft); }
form { margin: 24px 0 0; }
button { font: inherit; cursor: pointer; border-radius: 8px; min-height: 44px; padding: 10px 18px; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.main { width: 100%; border: 1px solid transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.main:hover { background: var(--accent-deep); }
.quiet { border: 1px solid var(--line); background: transparent; color: var(--ink); font-size: 15px; }
.quiet:hover { border-color: var(--soft); }
`;
