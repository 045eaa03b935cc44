/** A channel and a message that the tests of every e-mail vendor use. */
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';

export const EMAIL_MESSAGE: OutgoingMessage<'email'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'budi@example.com',
  content: { subject: 'Diskon 50% untukmu 🎉', html: '<p>Halo &amp; selamat</p>', text: 'Halo & selamat' },
  headers: {
    'List-Unsubscribe': '<https://laris.example.com/u/abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};

export const emailChannel =
  (credentials: Record<string, string>) =>
  (base: string, config: Record<string, unknown> = {}): Connection => ({
    channelId: 'c1',
    credentials,
    config: { fromEmail: 'halo@tokoanda.co.id', fromName: 'Toko Anda', replyTo: 'cs@tokoanda.co.id', ...config },
    externalId: null,
    base,
  });
