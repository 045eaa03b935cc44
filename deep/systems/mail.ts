/** One message of the SMTP channel, sent as the worker sends it: the name of the greeting is of the settings. */
import net from 'node:net';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { smtp } from '@/server/modules/messaging/adapters/smtp';
import { createServices } from '@/server/assembly/services';
import { testSettings } from '@/server/testing/server';

/** The host of BASE_URL. */
export const GREETING = 'laris.toko.example';
/** By which the channel knows the server. */
export const SERVER = 'mail.toko.example';

export const MESSAGE = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  recipient: 'sari@shopper.example',
  content: {
    subject:
      'Kopi Gayo – harga spesial untuk Anda, Ibu Sári: diskon 20 % sampai Minggu, ☕ gratis ongkir ke seluruh Jawa',
    html: '<p>Halo</p>',
    // A dot alone, and dots that begin a line (RFC 5321 §4.5.2).
    text: 'Halo\n.\n..\n.titik di awal\ndan kopi ☕',
  },
  headers: {
    'List-Unsubscribe':
      '<https://laris.toko.example/u/1?token=0f6c2b6a8c1d4e5f9a7b3c2d1e0f4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c9d0e1f>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  now: new Date('2026-01-31T02:00:00Z'),
} satisfies OutgoingMessage<'email'>;

export const MESSAGE_ID = `<${MESSAGE.id}@toko.example>`;

/**
 * Sends it to a server on the loopback, as if the server stood on the Internet.
 * @param certificate of the server, PEM; absent: the way has no TLS
 * @returns the message as it was handed over
 */
export async function sendMessage(port: number, certificate?: string): Promise<Buffer> {
  const connection: Connection = {
    channelId: 'channel',
    credentials: { host: SERVER, port: String(port), security: certificate === undefined ? 'none' : 'starttls' },
    config: { fromEmail: 'halo@toko.example', fromName: 'Toko Kopi' },
    externalId: null,
    base: '',
  };
  // Nothing reads the database.
  const settings = testSettings('postgresql://nobody@127.0.0.1:1/none', { BASE_URL: `https://${GREETING}` });
  const services = createServices(settings, {
    name: 'deep test',
    transport: {
      lookup: () => Promise.resolve([{ address: '8.8.8.8' }]),
      mail: { connect: () => net.connect(port, '127.0.0.1'), tls: { ca: certificate } },
    },
  });
  try {
    let handedOver = Buffer.alloc(0);
    const outcome = await smtp.send(MESSAGE, connection, {
      ...services.transport,
      async mail(request) {
        if (request.message !== null) handedOver = Buffer.from(request.message);
        const answer = await services.transport.mail?.(request);
        if (answer === undefined) throw new Error('No mail goes out from here.');
        return answer;
      },
    });
    if (outcome.kind !== 'accepted') throw new Error(`${outcome.kind}: ${outcome.reason}`);
    return handedOver;
  } finally {
    await services.close();
  }
}
