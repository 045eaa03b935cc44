/** Mail servers of merchants (docs/contract/channels.md#smtp): what goes over the wire, and what a reply comes to. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lookup } from '@/server/platform/vendors/lookup';
import {
  NotSentError,
  OutcomeUnknownError,
  type Connection,
  type OutgoingMessage,
} from '@/server/platform/vendors/provider';
import { smtp } from '@/server/modules/messaging/adapters/smtp';
import { createTransport, type TransportOptions } from '@/server/platform/vendors/transport';
import { MAIL_HOST, startMailServer, type MailServerOptions, type TestMailServer } from '@/server/testing/mail-server';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.close());
  return server;
}
function transportTo(server: TestMailServer, more: TransportOptions = {}) {
  const transport = createTransport({ ...server.way, ...more });
  closing.push(() => transport.close());
  return transport;
}

const channel = (
  { port }: TestMailServer,
  credentials: Record<string, string> = {},
  config: Record<string, unknown> = {},
): Connection => ({
  channelId: 'channel',
  credentials: {
    ...{ host: MAIL_HOST, port: String(port), security: 'starttls' },
    ...{ user: 'halo@toko.example', password: 'rahasia-sekali' },
    ...credentials,
  },
  config: { fromEmail: 'halo@toko.example', fromName: 'Toko Kopi', ...config },
  externalId: null,
  base: '',
});
const outgoing = (more: Partial<OutgoingMessage<'email'>> = {}): OutgoingMessage<'email'> => ({
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  recipient: 'sari@shopper.example',
  content: { subject: 'Kopi Gayo', html: '<p>Halo</p>', text: 'Halo\n.\ndan .titik' },
  headers: { 'List-Unsubscribe': '<https://laris.example/u/1>' },
  now: new Date('2026-01-31T02:00:00Z'),
  ...more,
});

describe('a message', () => {
  it('goes out over STARTTLS, signed in, with its headers and both bodies', async () => {
    const server = await mailServer();
    expect(await smtp.send(outgoing(), channel(server), transportTo(server))).toEqual({
      kind: 'accepted',
      providerMessageId: '<c06b6cfa81f3a9d2e4b7c6058@toko.example>',
    });
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: 'halo@toko.example',
      to: 'sari@shopper.example',
      secure: true,
      login: 'halo@toko.example:rahasia-sekali',
    });
    for (const line of [
      'From: Toko Kopi <halo@toko.example>',
      'To: sari@shopper.example',
      'Subject: Kopi Gayo',
      'Message-ID: <c06b6cfa81f3a9d2e4b7c6058@toko.example>',
      'Date: Sat, 31 Jan 2026 02:00:00 +0000',
      'List-Unsubscribe: <https://laris.example/u/1>',
      '<p>Halo</p>',
      'dan .titik',
    ])
      expect(mail!.raw).toContain(line);
    // A line that is a dot alone does not end it.
    expect(mail!.raw).toMatch(/Halo\r\n\.\r\ndan/);
  });

  it('comes from a server that greets by its own name, before TLS and behind it', async () => {
    const server = await mailServer();
    const transport = transportTo(server, { mail: { ...server.way.mail, name: 'laris.toko.example' } });
    expect(await smtp.send(outgoing(), channel(server), transport)).toMatchObject({ kind: 'accepted' });
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toEqual([
      'EHLO laris.toko.example',
      'EHLO laris.toko.example',
    ]);
  });

  it('goes out over TLS from the first byte', async () => {
    const server = await mailServer({ tls: true });
    const connection = channel(server, { security: 'tls' });
    expect(await smtp.send(outgoing(), connection, transportTo(server))).toMatchObject({ kind: 'accepted' });
    expect(server.mails).toMatchObject([{ secure: true, login: 'halo@toko.example:rahasia-sekali' }]);
  });

  it('goes out without either, and then nobody signs in', async () => {
    const server = await mailServer({ plain: true });
    const connection = channel(server, { security: 'none', user: '', password: '' });
    expect(await smtp.send(outgoing(), connection, transportTo(server))).toMatchObject({ kind: 'accepted' });
    expect(server.mails).toMatchObject([{ secure: false, login: null }]);
  });

  it('says nothing of itself where TLS was to be and is not', async () => {
    const server = await mailServer({ plain: true });
    expect(await smtp.send(outgoing(), channel(server), transportTo(server))).toEqual({
      kind: 'failed',
      reason: '502 not known',
      ofChannel: true,
    });
    const other = await mailServer();
    const wrong = channel(other, { host: 'mail.other.example' });
    await expect(smtp.send(outgoing(), wrong, transportTo(other))).rejects.toThrow(NotSentError);
    const unknown = transportTo(other, { mail: { ...other.way.mail, tls: {} } });
    await expect(smtp.send(outgoing(), channel(other), unknown)).rejects.toThrow(NotSentError);
    expect([...server.heard, ...other.heard].join('\n')).not.toMatch(/AUTH|MAIL/);
  });

  it('opens no other header and no other recipient, whatever stands in it', async () => {
    const server = await mailServer();
    const transport = transportTo(server);
    const anything = fc.string({
      unit: fc.oneof(fc.constantFrom('\r', '\n', '\r\n', ':', '<', '>', ',', 'Bcc'), fc.string()),
    });
    await fc.assert(
      fc.asyncProperty(anything, anything, async (subject, fromName) => {
        server.mails.length = 0;
        const content = { subject: `${subject}\r\nBcc: x@evil.example`, text: 'Halo' };
        const sent = await smtp.send(
          outgoing({ content }),
          channel(server, {}, { fromName: `${fromName}\r\nX-Evil: 1` }),
          transport,
        );
        expect(sent.kind).toBe('accepted');
        const [head = ''] = server.mails[0]!.raw.split('\r\n\r\n');
        const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
        expect(names.filter((name) => name === 'bcc' || name === 'x-evil')).toEqual([]);
        expect(server.mails).toMatchObject([{ to: 'sari@shopper.example' }]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a reply', () => {
  const outcomeWhen = async (says: MailServerOptions['says']) => {
    const server = await mailServer({ says: says ?? {} });
    return await smtp.send(outgoing(), channel(server), transportTo(server));
  };

  it.each([
    ['the sign-in', { AUTH: '535 5.7.8 no, rahasia-sekali is wrong' }, '535 5.7.8 no, … is wrong', true],
    ['the sender', { MAIL: '550 5.7.1 not yours' }, '550 5.7.1 not yours', true],
    ['the recipient', { RCPT: '550 5.1.1 nobody here' }, '550 5.1.1 nobody here', false],
    ['the message', { DATA: '554 5.7.1 no' }, '554 5.7.1 no', false],
    ['what the message says', { END: '554 5.6.0 spam' }, '554 5.6.0 spam', false],
  ] as const)(
    'that refuses %s fails it, with its words and without the password',
    async (_, says, reason, ofChannel) => {
      expect(await outcomeWhen(says)).toEqual({ kind: 'failed', reason, ...(ofChannel && { ofChannel: true }) });
    },
  );

  it.each([
    ['greylisting', { RCPT: '450 4.2.0 come again' }],
    ['too many connections', { MAIL: '421 4.7.0 later' }],
    ['a full disk', { END: '452 4.3.1 no room' }],
    ['a sign-in that does not work now', { AUTH: '454 4.7.0 later' }],
  ] as const)('of 4xx, such as %s, is tried again', async (_, says) => {
    expect(await outcomeWhen(says)).toMatchObject({ kind: 'retry', afterMs: 300_000 });
  });

  it.each([
    ['greets', { GREETING: null }],
    ['lets us in', { AUTH: null }],
    ['asks whom it is for', { RCPT: null }],
    ['asks for the message', { DATA: null }],
  ] as const)('that never comes, where the server goes away as it %s, leaves it unsent', async (_, says) => {
    await expect(outcomeWhen(says)).rejects.toThrow(NotSentError);
  });

  it('that never comes to the whole message leaves its outcome unknown', async () => {
    await expect(outcomeWhen({ END: null })).rejects.toThrow(OutcomeUnknownError);
  });

  it.each([
    ['greet', { GREETING: '' }, NotSentError],
    ['let us in', { AUTH: '' }, NotSentError],
    ['ask for the message', { DATA: '' }, NotSentError],
    ['say whether it has it', { END: '' }, OutcomeUnknownError],
  ] as const)('is not waited for without end by a server that does not %s', async (_, says, failure) => {
    const server = await mailServer({ says });
    const transport = transportTo(server, { mail: { ...server.way.mail, longestMs: 400 } });
    // More than the server has places for: those who wait for one give up as well.
    const sent = await Promise.allSettled(
      Array.from({ length: 7 }, (__, n) => smtp.send(outgoing({ id: `c${n}` }), channel(server), transport)),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    const reasons = sent.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : null));
    expect(reasons.filter((reason) => reason instanceof failure).length).toBeGreaterThanOrEqual(5);
    expect(reasons.every((reason) => reason instanceof failure || reason instanceof NotSentError)).toBe(true);
  });

  it('that does not come because nobody listens leaves it unsent', async () => {
    const server = await startMailServer();
    await server.close();
    await expect(smtp.send(outgoing(), channel(server), transportTo(server))).rejects.toThrow(NotSentError);
  });
});

describe('connections', () => {
  it('are used again, and replaced when the server has gone', async () => {
    const server = await mailServer();
    const transport = transportTo(server);
    const send = () => smtp.send(outgoing(), channel(server), transport);
    for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ kind: 'accepted' });
    expect([server.connections, server.mails.length]).toEqual([1, 3]);
    server.hangUp();
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect([server.connections, server.mails.length]).toEqual([2, 4]);
    // Asked, and answered with anything but yes.
    server.says.RSET = '421 going';
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect([server.connections, server.mails.length]).toEqual([3, 5]);
  });

  it('carry a whole batch without a listener more for each message', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const server = await mailServer();
    const transport = transportTo(server);
    for (let n = 0; n < 30; n++) await smtp.send(outgoing({ id: `c${n}` }), channel(server), transport);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect([server.connections, server.mails.length, warnings]).toEqual([1, 30, []]);
  });

  it('are not shared with who signs in otherwise', async () => {
    const server = await mailServer();
    const transport = transportTo(server);
    await smtp.send(outgoing(), channel(server), transport);
    await smtp.send(outgoing(), channel(server, { user: 'other', password: 'another' }), transport);
    expect(server.mails.map(({ login }) => login)).toEqual(['halo@toko.example:rahasia-sekali', 'other:another']);
  });

  it('are five to a server at most, however many messages go out at once', async () => {
    const server = await mailServer();
    const transport = transportTo(server);
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => smtp.send(outgoing({ id: `c${n}` }), channel(server), transport)),
    );
    expect(sent.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(server.mails).toHaveLength(40);
    expect(server.most).toBe(5);
  });
});

describe('a server in our own network', () => {
  it.each([
    ['localhost', ['8.8.8.8']],
    ['mail.internal', ['8.8.8.8']],
    ['LocalHost.', ['8.8.8.8']],
    ['Mail.INTERNAL', ['8.8.8.8']],
    ['127.0.0.1', []],
    ['::1', []],
    ['10.1.2.3', []],
    ['mail.evil.example', ['192.168.1.1']],
    ['mail.evil.example', ['8.8.8.8', '169.254.169.254']],
  ])('is not reached by %s (%j)', async (host, addresses) => {
    const server = await mailServer();
    const lookup: Lookup = () => Promise.resolve(addresses.map((address) => ({ address })));
    const sending = smtp.send(outgoing(), channel(server, { host }), transportTo(server, { lookup }));
    await expect(sending).rejects.toMatchObject({ final: true });
    expect(server.connections).toBe(0);
  });
});

describe('credentials', () => {
  const faults = (credentials: Record<string, string>) =>
    (smtp.check?.({ credentials, config: {} }) ?? []).map(([path]) => path);
  const good = { host: MAIL_HOST, port: '587', security: 'starttls', user: 'u', password: 'p' };

  it.each([
    [good, []],
    [{ ...good, user: '', password: '' }, []],
    [{ ...good, security: 'none', user: '', password: '' }, []],
    [{ ...good, host: 'mail toko' }, ['credentials.host']],
    [{ ...good, host: 'mail.example/x' }, ['credentials.host']],
    [{ ...good, port: '0' }, ['credentials.port']],
    [{ ...good, port: '65536' }, ['credentials.port']],
    [{ ...good, port: '25x' }, ['credentials.port']],
    [{ ...good, security: 'ssl' }, ['credentials.security']],
    [{ ...good, security: 'none' }, ['credentials.security']],
    [{ ...good, password: '' }, ['credentials.password']],
    [{ ...good, user: '' }, ['credentials.user']],
  ])('%j: %j', (credentials, paths) => expect(faults(credentials)).toEqual(paths));

  it('are tried out: the server is asked whether it lets us in, and nothing is sent', async () => {
    const server = await mailServer();
    const tried = (credentials = {}) => smtp.tryOut!(channel(server, credentials), transportTo(server));
    expect(await tried()).toEqual([]);
    expect(server.mails).toEqual([]);
    server.says.AUTH = '535 5.7.8 wrong';
    expect(await tried()).toEqual([['credentials.password', 'was refused: 535 5.7.8 wrong']]);
    expect(await tried({ host: 'localhost' })).toEqual([
      ['credentials.host', 'could not be reached: The address leads to a private or local network.'],
    ]);
  });
});
