/** The service's own mail (SMTP_URL): by which name it greets, and how long it waits. */
import { describe, expect, it } from 'vitest';
import { greetingName } from '@/server/platform/mail/greeting-name';
import { openMailer } from '@/server/platform/mail/mailer';
import { startMailServer } from '@/server/testing/mail-server';

describe('the name of the greeting', () => {
  it.each([
    ['https://laris.toko.id', 'laris.toko.id'],
    ['https://laris.toko.id:8443/laris', 'laris.toko.id'],
    ['https://laris.toko.id./', 'laris.toko.id'],
    ['https://8.20.1.11', '[8.20.1.11]'],
    ['https://[2001:4860:4860::8888]', '[IPv6:2001:4860:4860::8888]'],
    ['http://localhost:3000', undefined],
    ['http://laris:3000', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['http://10.1.2.3', undefined],
    ['http://nas.local', undefined],
  ])('at %s is %j', (baseUrl, expected) => {
    expect(greetingName(baseUrl)).toBe(expected);
  });
});

describe('a letter', () => {
  it.each([
    ['', 'laris.toko.id'],
    ['?name=relay.toko.id', 'relay.toko.id'],
  ])('of SMTP_URL with %j is sent by %s', async (query, expected) => {
    const server = await startMailServer({ plain: true });
    const url = `smtp://127.0.0.1:${server.port}${query}`;
    const mailer = openMailer({ mail: { url, from: 'halo@toko.id' }, baseUrl: 'https://laris.toko.id' });
    try {
      await mailer!.send('ani@example.com', { subject: 'Halo', text: 'Halo', html: '<p>Halo</p>' });
      expect(server.heard[0]).toBe(`EHLO ${expected}`);
      // The library's other marks: no name of itself, and an id of the sender's domain.
      expect(server.mails[0]!.raw).toMatch(/^Message-ID: <[^@]+@toko\.id>\r$/m);
      expect(server.mails[0]!.raw).not.toMatch(/nodemailer/i);
    } finally {
      mailer!.close();
      await server.close();
    }
  });

  it('is given up where the server says nothing, before whoever waits for the page has gone', async () => {
    const server = await startMailServer({ plain: true, says: { GREETING: '' } });
    const silent = openMailer({
      mail: { url: `smtp://127.0.0.1:${server.port}`, from: 'halo@toko.id' },
      baseUrl: 'https://laris.toko.id',
    });
    const letter = { subject: 'Halo', text: 'Halo', html: '<p>Halo</p>' };
    try {
      const begun = performance.now();
      await expect(silent!.send('ani@example.com', letter)).rejects.toThrow(/greeting/i);
      expect(performance.now() - begun).toBeLessThan(20_000);
    } finally {
      silent!.close();
      await server.close();
    }
  });
});
