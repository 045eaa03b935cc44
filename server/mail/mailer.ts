/** The service's own mail (SMTP_URL): invitations and passwords. Merchants' messages go through their channels. */
import { createTransport } from 'nodemailer';
import type { Settings } from '@/server/env';
import type { Letter } from '@/server/mail/letter';

export interface Mailer {
  /** @throws Error when the server does not take it; its message names the recipient at most, never the text */
  send(to: string, letter: Letter): Promise<void>;
  close(): void;
}

/** Whoever waits for a page waits for these, milliseconds. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

/** Null where the operator has set up no SMTP server. */
export function openMailer({ mail }: Pick<Settings, 'mail'>): Mailer | null {
  if (mail === null) return null;
  const transport = createTransport({ url: mail.url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
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
