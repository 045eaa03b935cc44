/**
 * Sends the service's own mail (SMTP_URL): invitations and passwords. Merchants' messages go through their channels.
 */
import { createTransport } from 'nodemailer';
import type { Settings } from '@/server/platform/env';
import { greetingName } from '@/server/platform/mail/greeting-name';
import type { Letter } from '@/server/platform/mail/letter';

export interface Mailer {
  /** @throws Error when the server refuses the mail; its message contains at most the recipient, never the text */
  send(to: string, letter: Letter): Promise<void>;
  close(): void;
}

/**
 * Time-outs in milliseconds for people who wait for a page; letters may not include files or addresses. All options go
 * into the address, because nodemailer 7 ignores options beside `url`.
 */
const OPTIONS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  dnsTimeout: 5_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** Returns SMTP_URL with our options, except those that it has already. */
function addressOf(smtpUrl: string, baseUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [option, value] of Object.entries({ ...OPTIONS, name: greetingName(baseUrl) }))
    if (value !== undefined && !url.searchParams.has(option)) url.searchParams.set(option, String(value));
  return url.href;
}

/** Opens the mailer; null when the operator has set up no SMTP server. */
export function openMailer({ mail, baseUrl }: Pick<Settings, 'mail' | 'baseUrl'>): Mailer | null {
  if (mail === null) return null;
  const transport = createTransport(addressOf(mail.url, baseUrl));
  return {
    async send(to, { subject, text, html }) {
      // As an object the address is one address, whatever stands in it.
      await transport.sendMail({
        from: mail.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
