/** A plain letter: a few sentences and one link, as text and as simple HTML that every mail program shows. */
import { escapeHtml } from '@/server/platform/email/escape';
import type { Language } from '@/server/platform/lib/language';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Content {
  language: Language;
  subject: string;
  /** Paragraphs before the link. */
  before: readonly string[];
  link: { label: string; url: string };
  /** The small print below the button. */
  after: readonly string[];
}

/** Puts a name that somebody typed on one short line, because our mails contain it. */
export const named = (name: string): string => {
  const line = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

export function letter({ language, subject, before, link, after }: Content): Letter {
  const paragraph = (text: string, style: string): string =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const url = escapeHtml(link.url);
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;${FONT};font-size:16px;line-height:1.5"><div style="max-width:480px;margin:0 auto">`,
    ...before.map((text) => paragraph(text, '')),
    `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
    `<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${url}" style="color:inherit">${url}</a></p>`,
    ...after.map((text) => paragraph(text, 'font-size:13px')),
    '</div></body></html>',
  ].join('\n');
  return { subject, html, text: [...before, `${link.label}:\n${link.url}`, ...after].join('\n\n') + '\n' };
}
