/** A mail server as a channel, with EXTENSIONS=smtp and without (docs/contract/channels.md#smtp). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { createTransport } from '@/server/platform/vendors/transport';
import { connect } from '@/server/modules/messaging/channels/service';
import { expectData, eventually, trpc } from '@/server/testing/http';
import { MAIL_HOST, startMailServer, type TestMailServer } from '@/server/testing/mail-server';
import { useServer, type Answer, type TestServer } from '@/server/testing/server';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';

const credentials = { host: MAIL_HOST, port: '587', security: 'starttls', user: 'halo', password: 'rahasia-sekali' };
const input = (more: object = {}) => ({
  provider: 'email_smtp' as const,
  displayName: 'Surat toko',
  credentials: { ...credentials, ...more },
  config: { fromEmail: 'halo@toko.example', fromName: 'Toko Kopi' },
});
const idsIn = async (server: TestServer): Promise<string[]> => {
  const { text } = await server.fetch('GET', '/api/v1/openapi.json');
  return (JSON.parse(text) as { components: { schemas: { ProviderId: { enum: string[] } } } }).components.schemas
    .ProviderId.enum;
};
const issuesOf = (answer: Answer): string[] =>
  (answer.body.error?.details as { issues: { path: string }[] }).issues.map(({ path }) => path);

describe('without the extension', () => {
  const server = useServer({ PROVIDERS: 'live' });

  it('there are the 23 of the contract, and a mail server is refused like any unknown one', async () => {
    expect(await idsIn(server)).toHaveLength(23);
    const call = (path: string, body: object) => server.call(server.ours.key, 'POST', path, { body });
    const broadcast = { name: 'x', providers: ['email_smtp'], audience: {}, content: {} };
    for (const [path, body, field] of [
      ['/api/v1/channels', input(), 'provider'],
      ['/api/v1/broadcasts', broadcast, 'providers.0'],
      [
        '/api/v1/broadcasts/templates',
        { ...broadcast, content: { email: { subject: 'x', text: 'x' } } },
        'providers.0',
      ],
    ] as const) {
      const answer = await call(path, body);
      expect([answer.status, answer.body.error?.code], path).toEqual([400, 'VALIDATION']);
      expect(issuesOf(answer)).toEqual([field]);
    }
  });
});

describe('with the extension', () => {
  const server = useServer({ EXTENSIONS: 'smtp', PROVIDERS: 'live' });
  let mailServer: TestMailServer;
  let transport: ReturnType<typeof createTransport>;
  beforeAll(async () => {
    mailServer = await startMailServer();
    transport = createTransport(mailServer.way);
  });
  afterAll(async () => {
    await transport.close();
    await mailServer.close();
  });
  const db = () =>
    workspaceDb(server.services.database, {
      accountId: server.ours.accountId,
      actor: { kind: 'session', id: server.ours.user.id, partnerId: null, onBehalfOf: null },
      now: now(),
    });
  const channels = () => server.services.database.prisma.channelIntegration.count();

  it('there is one provider more', async () => {
    expect(await idsIn(server)).toEqual(expect.arrayContaining(['email_p1', 'email_smtp']));
    const { data } = await trpc(server, 'query', 'channels.setup', undefined, { cookie: server.ours.cookie });
    expect((data as { offered: string[] }).offered).toHaveLength(24);
  });

  it('stores nothing where the server is not there, is our own, or does not let us in', async () => {
    const before = await channels();
    for (const host of ['localhost', '10.0.0.1', 'smtp.invalid']) {
      const answer = await server.call(server.ours.key, 'POST', '/api/v1/channels', { body: input({ host }) });
      expect([answer.status, issuesOf(answer)], host).toEqual([400, ['credentials.host']]);
    }
    for (const [says, path] of [
      ['535 5.7.8 rahasia-sekali is wrong', 'credentials.password'],
      ['454 4.7.0 Temporary authentication failure', 'credentials.host'],
    ] as const) {
      mailServer.says.AUTH = says;
      await expect(connect(db(), { settings: server.services.settings, transport }, input())).rejects.toMatchObject({
        appCode: 'VALIDATION',
        details: { issues: [{ path }] },
      });
    }
    delete mailServer.says.AUTH;
    expect(await channels()).toBe(before);
  });

  it('asks the server, keeps the channel without showing the password, and its messages arrive', async () => {
    const channel = await connect(db(), { settings: server.services.settings, transport }, input());
    expect(channel).toMatchObject({ provider: 'email_smtp', status: 'active' });
    expect(mailServer.mails).toEqual([]);
    const shown = await server.call(server.ours.key, 'GET', `/api/v1/channels/${channel.id}`);
    expect(expectData(shown)).toMatchObject({ provider: 'email_smtp' });
    expect(shown.text).not.toContain('rahasia');

    const delivery = startDelivery({ services: server.services, transport });
    try {
      const sent = await server.call(server.ours.key, 'POST', `/api/v1/channels/${channel.id}/test`, {
        body: { recipient: 'sari@shopper.example' },
      });
      expectData(sent);
      await eventually(() => Promise.resolve(expect(mailServer.mails).toHaveLength(1)));
      expect(mailServer.mails).toMatchObject([{ to: 'sari@shopper.example', from: 'halo@toko.example', secure: true }]);
      await eventually(async () => {
        const message = await server.services.database.prisma.marketingMessage.findFirstOrThrow({
          where: { channelIntegrationId: channel.id },
        });
        expect([message.status, message.providerMessageId]).toEqual(['sent', `<${message.id}@toko.example>`]);
      });
    } finally {
      await delivery.stop();
    }
    const records = await server.call(server.ours.key, 'GET', `/api/v1/channels/${channel.id}/dns-records`);
    expect(expectData(records)).toMatchObject({ provider: 'email_smtp', domain: 'toko.example' });
  });
});
