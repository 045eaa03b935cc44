import { describe, expect, it } from 'vitest';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { enabledProviders } from '@/server/platform/vendors/enabled';
import { makeChannel } from '@/server/testing/factories/messaging';
import { auditOf, bySession, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();

const SECRET = 'super-secret-value-4711';
const connect = (body: Record<string, unknown>, tenant = server.ours): Promise<Answer> =>
  server.call(tenant.key, 'POST', '/api/v1/channels', { body });
const resend = (more: Record<string, unknown> = {}) => ({
  provider: 'email_p1',
  displayName: 'Newsletter',
  credentials: { apiKey: SECRET },
  ...more,
});
const rowOf = (id: string) => server.services.database.prisma.channelIntegration.findFirstOrThrow({ where: { id } });
const issuesOf = (answer: Answer): string[] =>
  (expectError(answer, 400, 'VALIDATION').details as { issues: { path: string }[] }).issues.map(({ path }) => path);

describe('connect', () => {
  it('answers 201 with exactly the seven fields; active, synced now, without an end', async () => {
    const data = expectData(
      await connect(
        resend({
          externalId: 'acc_1',
          config: { fromEmail: 'halo@example.com', odd: { deep: [1] } },
          scopesGranted: ['send'],
        }),
      ),
      201,
    );
    expect(Object.keys(data).sort()).toEqual([
      'config',
      'createdAt',
      'displayName',
      'externalId',
      'id',
      'provider',
      'status',
    ]);
    expect(data).toMatchObject({
      provider: 'email_p1',
      displayName: 'Newsletter',
      status: 'active',
      externalId: 'acc_1',
      config: { fromEmail: 'halo@example.com', odd: { deep: [1] } },
    });
    const view = expectData(await server.call(server.ours.key, 'GET', `/api/v1/channels/${data.id}`));
    expect(view).toEqual({
      ...data,
      scopesGranted: ['send'],
      lastSyncedAt: data.createdAt,
      lastError: null,
      expiresAt: null,
    });
  });

  it('takes a body without config, externalId and scopes', async () => {
    const data = expectData(await connect(resend()), 201);
    expect(data).toMatchObject({ config: {}, externalId: null });
    expect(expectData(await server.call(server.ours.key, 'GET', `/api/v1/channels/${data.id}`))).toMatchObject({
      scopesGranted: [],
    });
  });

  it.each([
    ['no provider', { displayName: 'x', credentials: {} }],
    ['an unknown provider', resend({ provider: 'email_p9' })],
    ['no name', { provider: 'email_p1', credentials: { apiKey: 'k' } }],
    ['an empty name', resend({ displayName: '' })],
    ['a name of 121 characters', resend({ displayName: 'x'.repeat(121) })],
    ['no credentials', { provider: 'email_p1', displayName: 'x' }],
    ['credentials that are no texts', resend({ credentials: { apiKey: 5 } })],
    ['an externalId of 121 characters', resend({ externalId: 'x'.repeat(121) })],
    ['a config that is a list', resend({ config: [] })],
    ['scopes that are no texts', resend({ scopesGranted: [1] })],
    ['a NUL in a key', resend({ credentials: { apiKey: 'a\0b' } })],
    ['a line break in a sender', resend({ config: { fromName: 'Toko\r\nBcc: everybody@example.com' } })],
  ])('refuses %s', async (_, body) => {
    expectError(await connect(body), 400, 'VALIDATION');
  });

  it('names every key that is missing, blank ones too, and stores extra ones', async () => {
    for (const provider of enabledProviders().filter((id) => providerEntry(id).connect !== 'oauth')) {
      const required = providerEntry(provider)
        .credentials.filter((field) => field.required)
        .map(({ key }) => `credentials.${key}`);
      if (required.length === 0) continue;
      expect(issuesOf(await connect({ provider, displayName: 'x', credentials: { extra: 'e' } })), provider).toEqual(
        expect.arrayContaining(required),
      );
      expect(
        issuesOf(
          await connect({
            provider,
            displayName: 'x',
            credentials: Object.fromEntries(required.map((path) => [path.split('.')[1], ' '])),
          }),
        ),
        provider,
      ).toEqual(expect.arrayContaining(required));
    }
    const { id } = expectData(await connect(resend({ credentials: { apiKey: SECRET, extra: 'kept' } })), 201);
    expect(openConnection(server.services.settings, await rowOf(id as string)).credentials).toMatchObject({
      apiKey: SECRET,
      extra: 'kept',
    });
  });

  it('push_p2 needs one of its two keys, msg_p2 a sender in either place, social_p3 only its token', async () => {
    expect(issuesOf(await connect({ provider: 'push_p2', displayName: 'x', credentials: {} }))).toEqual([
      'credentials.serviceAccountJson',
      'credentials.serverKey',
    ]);
    expectData(
      await connect({ provider: 'push_p2', displayName: 'x', credentials: { serverKey: 'AAAA:legacy' } }),
      201,
    );
    const twilio = { provider: 'msg_p2', displayName: 'x', credentials: { accountSid: 'AC1', authToken: 't' } };
    expect(issuesOf(await connect(twilio))).toEqual(['credentials.fromNumber']);
    expectData(await connect({ ...twilio, config: { fromNumber: 'whatsapp:+6281234567890' } }), 201);
    expectData(
      await connect({ ...twilio, credentials: { ...twilio.credentials, fromNumber: 'whatsapp:+6281234567890' } }),
      201,
    );
    expectData(await connect({ provider: 'social_p3', displayName: 'x', credentials: { accessToken: 't' } }), 201);
  });

  it.each(['social_p1', 'social_p2', 'social_p4', 'social_p5', 'social_p6', 'social_p7'])(
    '%s is connected by OAuth only',
    async (provider) => {
      expectError(await connect({ provider, displayName: 'x', credentials: { accessToken: 't' } }), 400, 'USE_OAUTH');
    },
  );

  it.each([
    ['msg_p5', 'webhookUrl', 'http://hooks.slack.com/x'],
    ['msg_p5', 'webhookUrl', 'https://127.0.0.1/x'],
    ['msg_p6', 'webhookUrl', 'https://[::1]/x'],
    ['webhook_generic', 'url', 'https://10.0.0.1/x'],
    ['webhook_generic', 'url', 'https://2130706433/x'],
    ['webhook_generic', 'url', 'https://printer.local/x'],
    ['webhook_generic', 'url', 'https://db.internal./x'],
    ['webhook_generic', 'url', 'https://user:pass@example.com/x'],
  ])('%s refuses %s %s', async (provider, key, url) => {
    expect(issuesOf(await connect({ provider, displayName: 'x', credentials: { [key]: url } }))).toEqual([
      `credentials.${key}`,
    ]);
  });

  it('is audited without a secret, and belongs to its workspace', async () => {
    const tenant = await server.makeTenant();
    const before = await snapshotOf(server, server.theirs.accountId);
    const { id } = expectData(await connect(resend(), tenant), 201);
    expect(await auditOf(server, tenant.accountId)).toMatchObject([
      {
        action: 'channel.connect',
        targetId: id,
        actorKind: 'key',
        data: { provider: 'email_p1', displayName: 'Newsletter' },
      },
    ]);
    expect(JSON.stringify(await auditOf(server, tenant.accountId))).not.toContain(SECRET);
    expectError(await server.call(server.theirs.key, 'GET', `/api/v1/channels/${id}`), 404, 'NOT_FOUND');
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });
});

describe('credentials at rest', () => {
  it('stand in no table in the clear and in no answer', async () => {
    const tenant = await server.makeTenant();
    const { id } = expectData(await connect(resend(), tenant), 201);
    await server.call(tenant.key, 'POST', `/api/v1/channels/${id}/test`, { body: { recipient: 'ani@example.com' } });
    expect(JSON.stringify(await snapshotOf(server, tenant.accountId))).not.toContain(SECRET);
    const answers = await Promise.all(
      ['', `/${id}`, `/${id}/dns-records`].map((path) => server.call(tenant.key, 'GET', `/api/v1/channels${path}`)),
    );
    for (const { text } of answers) expect(text).not.toMatch(/super-secret|"credentials"|v1\.[0-9a-f]{8}\./);
  });

  it('open for their own row only, and not under another workspace or APP_SECRET', async () => {
    const { settings } = server.services;
    const [one, other] = [
      await makeChannel(server.services, server.ours.accountId),
      await makeChannel(server.services, server.theirs.accountId),
    ];
    const row = await rowOf(one.id);
    expect(openConnection(settings, row).credentials).toEqual({ apiKey: 'test-apiKey' });
    expect(() => openConnection(settings, { ...row, id: other.id })).toThrow();
    expect(() => openConnection(settings, { ...row, accountId: server.theirs.accountId })).toThrow();
    expect(() => openConnection({ ...settings, appSecrets: ['x'.repeat(32)] }, row)).toThrow();
  });

  it('give the vendor’s address from the catalogue, or PROVIDER_BASE, and the callback address', async () => {
    const { settings } = server.services;
    const row = await rowOf((await makeChannel(server.services, server.ours.accountId)).id);
    expect(openConnection(settings, row)).toMatchObject({
      base: 'https://api.resend.com',
      config: { callbackUrl: `${settings.baseUrl}/api/v1/channels/${row.id}/callbacks` },
    });
    expect(
      openConnection({ ...settings, providerBases: new Map([['email_p1', 'http://127.0.0.1:9']]) }, row).base,
    ).toBe('http://127.0.0.1:9');
  });
});

describe('list and retrieve', () => {
  it('lists all of the workspace, newest first, in the public view', async () => {
    const tenant = await server.makeTenant();
    const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
    const oldest = await makeChannel(server.services, tenant.accountId, { createdAt: at(1) });
    const revoked = await makeChannel(server.services, tenant.accountId, {
      createdAt: at(2),
      status: 'revoked',
      provider: 'sms_p1',
    });
    const data = expectData(await server.call(tenant.key, 'GET', '/api/v1/channels'));
    expect(data.map(({ id }: { id: string }) => id)).toEqual([revoked.id, oldest.id]);
    expect(Object.keys(data[0]).sort()).toEqual([
      'config',
      'createdAt',
      'displayName',
      'expiresAt',
      'externalId',
      'id',
      'lastError',
      'lastSyncedAt',
      'provider',
      'scopesGranted',
      'status',
    ]);
    expect(expectData(await server.call((await server.makeTenant()).key, 'GET', '/api/v1/channels'))).toEqual([]);
  });
});

describe('update', () => {
  const update = (id: string, body: unknown): Promise<Answer> =>
    server.call(server.ours.key, 'PATCH', `/api/v1/channels/${id}`, { body });

  it('changes displayName and config, and answers with the id only', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId, {
      config: { fromEmail: 'old@example.com', fromName: 'Old' },
    });
    expect(expectData(await update(id, { displayName: 'New' }))).toEqual({ id });
    expect(await rowOf(id)).toMatchObject({
      displayName: 'New',
      config: { fromEmail: 'old@example.com', fromName: 'Old' },
    });
    expect(expectData(await update(id, { config: { fromEmail: 'new@example.com' } }))).toEqual({ id });
    expect(await rowOf(id)).toMatchObject({ displayName: 'New', config: { fromEmail: 'new@example.com' } });
  });

  it('strips every other key: 200 having changed nothing', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId, { status: 'revoked' });
    const before = await rowOf(id);
    for (const body of [
      {},
      {
        status: 'active',
        credentials: { apiKey: 'new' },
        externalId: 'e',
        scopesGranted: ['x'],
        expiresAt: null,
        provider: 'sms_p1',
        lastError: 'x',
      },
    ]) {
      expect(expectData(await update(id, body))).toEqual({ id });
      expect(await rowOf(id)).toEqual(before);
    }
  });

  it('refuses what cannot be stored, and knows only its own', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId);
    for (const body of [
      { displayName: '' },
      { displayName: 'x'.repeat(121) },
      { config: 'x' },
      { config: { replyTo: 'a\nb' } },
      { config: { long: 'x'.repeat(40_000) } },
    ])
      expectError(await update(id, body), 400, 'VALIDATION');
    const theirs = await makeChannel(server.services, server.theirs.accountId);
    for (const unknown of ['cunknown', theirs.id])
      for (const body of [{}, { displayName: 'x' }]) expectError(await update(unknown, body), 404, 'NOT_FOUND');
  });
});

describe('revoke', () => {
  it('changes the status only; again is 200 and audited once', async () => {
    const tenant = await server.makeTenant();
    const { id } = await makeChannel(server.services, tenant.accountId);
    const { updatedAt: _, ...before } = await rowOf(id);
    for (let time = 0; time < 2; time++)
      expect(expectData(await server.call(tenant.key, 'DELETE', `/api/v1/channels/${id}`))).toEqual({
        id,
        status: 'revoked',
      });
    expect(await rowOf(id)).toMatchObject({ ...before, status: 'revoked' });
    expect((await auditOf(server, tenant.accountId)).map(({ action }) => action)).toEqual(['channel.revoke']);
    expectError(
      await server.call(tenant.key, 'POST', `/api/v1/channels/${id}/test`, { body: { recipient: 'a@example.com' } }),
      409,
      'BAD_STATE',
    );
  });
});

describe('test send', () => {
  const test = (id: string, body: unknown): Promise<Answer> =>
    server.call(server.ours.key, 'POST', `/api/v1/channels/${id}/test`, { body });

  it('queues one message outside of any broadcast, for the worker to take at once', async () => {
    const channel = await makeChannel(server.services, server.ours.accountId);
    const data = expectData(await test(channel.id, { recipient: '  ani@example.com ' }));
    expect(data).toEqual({
      messageId: expect.stringMatching(/^c[a-z0-9]{24}$/),
      queued: true,
      hint: expect.stringMatching(/\w/),
    });
    const message = await server.services.database.prisma.marketingMessage.findFirstOrThrow({
      where: { id: data.messageId },
    });
    expect(message).toMatchObject({
      accountId: server.ours.accountId,
      campaignId: null,
      contactId: null,
      channelIntegrationId: channel.id,
      provider: 'email_p1',
      recipient: 'ani@example.com',
      status: 'queued',
      attempts: 0,
    });
    expect(message.claimableAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each(enabledProviders())('%s gets a body of its family', async (provider) => {
    const channel = await makeChannel(server.services, server.ours.accountId, { provider, displayName: 'A & <b>' });
    const { messageId } = expectData(await test(channel.id, { recipient: 'someone' }));
    const { contentId, recipient } = await server.services.database.prisma.marketingMessage.findFirstOrThrow({
      where: { id: messageId },
    });
    const content = await server.services.database.prisma.messageContent.findFirstOrThrow({ where: { id: contentId } });
    const { family, perBroadcast } = providerEntry(provider);
    expect(recipient).toBe(perBroadcast ? 'broadcast' : 'someone');
    expect(content.family).toBe(family);
    const keys = {
      email: ['html', 'subject', 'text'],
      sms: ['body'],
      push: ['body', 'title'],
      webhook: ['channel', 'text', 'type'],
    }[family as string] ?? ['text'];
    expect(Object.keys(content.content as object).sort()).toEqual(keys);
    if (family === 'email') expect((content.content as { html: string }).html).toContain('A &#38; &#60;b&#62;');
  });

  it.each([[{}], [{ recipient: '' }], [{ recipient: '   ' }], [{ recipient: 5 }], [{ recipient: null }]])(
    'refuses %j',
    async (body) => {
      const { id } = await makeChannel(server.services, server.ours.accountId);
      expectError(await test(id, body), 400, 'VALIDATION');
    },
  );

  it('is 404 for unknown channels and 409 for those that are not active', async () => {
    const theirs = await makeChannel(server.services, server.theirs.accountId);
    for (const id of ['cunknown', theirs.id]) expectError(await test(id, { recipient: 'a' }), 404, 'NOT_FOUND');
    for (const status of ['pending', 'expired', 'revoked'])
      expectError(
        await test((await makeChannel(server.services, server.ours.accountId, { status })).id, { recipient: 'a' }),
        409,
        'BAD_STATE',
      );
  });

  it('the page sees what became of it, of its own tests only', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId);
    const { messageId } = expectData(await test(id, { recipient: 'ani@example.com' }));
    await server.services.database.pool.query(
      `UPDATE "MarketingMessage" SET status = 'failed', "lastError" = 'API key is invalid', attempts = 1 WHERE id = $1`,
      [messageId],
    );
    const seen = await trpc(server, 'query', 'channels.testMessage', { messageId }, { cookie: server.ours.cookie });
    expect(seen.data).toMatchObject({
      id: messageId,
      status: 'failed',
      lastError: 'API key is invalid',
      attempts: 1,
      recipient: 'ani@example.com',
    });
    expect(
      await trpc(server, 'query', 'channels.testMessage', { messageId }, { cookie: server.theirs.cookie }),
    ).toMatchObject({ status: 404 });
  });
});

describe("a sender's address", () => {
  const wrong = [
    'toko',
    'halo@',
    'Toko <halo@toko.example>',
    'a@toko.example, b@toko.example',
    ' halo@toko.example',
    7,
  ];

  it.each(wrong)(
    'is refused at connect when it is %j, through both doors, and nothing is connected',
    async (address) => {
      const us = await server.makeTenant();
      for (const key of ['fromEmail', 'replyTo']) {
        const body = { ...resend(), config: { fromEmail: 'halo@toko.example', [key]: address } };
        expect(issuesOf(await connect(body, us))).toEqual([`config.${key}`]);
        expect((await trpc(server, 'mutation', 'channels.connect', body, { cookie: us.cookie })).code).toBe(
          'VALIDATION',
        );
      }
      expect(expectData(await server.call(us.key, 'GET', '/api/v1/channels'))).toEqual([]);
    },
  );

  it.each(wrong)('is refused in a change when it is %j, and what was there stays', async (address) => {
    const config = { fromEmail: 'halo@toko.example' };
    const { id } = await makeChannel(server.services, server.ours.accountId, { config });
    const url = `/api/v1/channels/${id}`;
    const body = { config: { fromEmail: address } };
    expect(issuesOf(await server.call(server.ours.key, 'PATCH', url, { body }))).toEqual(['config.fromEmail']);
    const { cookie } = server.ours;
    expect((await trpc(server, 'mutation', 'channels.update', { id, ...body }, { cookie })).code).toBe('VALIDATION');
    expect(expectData(await server.call(server.ours.key, 'GET', url)).config).toEqual(config);
    for (const none of ['', null])
      expectData(await server.call(server.ours.key, 'PATCH', url, { body: { config: { fromEmail: none } } }));
  });
});

describe('DNS records', () => {
  const records = (id: string): Promise<Answer> =>
    server.call(server.ours.key, 'GET', `/api/v1/channels/${id}/dns-records`);

  it.each(['email_p1', 'email_p2', 'email_p3', 'email_p4', 'email_p5'] as const)(
    '%s: SPF, DKIM and DMARC for the domain of fromEmail',
    async (provider) => {
      const { id } = await makeChannel(server.services, server.ours.accountId, {
        provider,
        config: { fromEmail: 'Halo@Mail.TokoAnda.co.id' },
      });
      const data = expectData(await records(id));
      expect(data).toMatchObject({ provider, domain: 'mail.tokoanda.co.id' });
      const kinds = data.records.map(({ kind }: { kind: string }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['SPF', 'DKIM', 'DMARC']));
      for (const record of data.records) {
        expect(['SPF', 'DKIM', 'DMARC', 'CNAME']).toContain(record.kind);
        expect(record.name).toMatch(/mail\.tokoanda\.co\.id$/);
        expect(record.value).not.toBe('');
        expect(record.hint).not.toBe('');
        // What the vendor makes for each domain says where it stands.
        if (/</.test(record.value)) expect(record.providerDashboard).toMatch(/^https:\/\//);
      }
    },
  );

  it('writes a domain as DNS has it', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId, {
      config: { fromEmail: 'halo@bücher.example' },
    });
    expect(expectData(await records(id)).domain).toBe('xn--bcher-kva.example');
  });

  it.each([
    [{}],
    [{ fromEmail: '' }],
    [{ fromEmail: 'no address' }],
    [{ fromEmail: 'a@' }],
    [{ fromEmail: 7 }],
    [{ fromEmail: null }],
  ])('is NO_FROM_EMAIL with the config %j', async (config) => {
    expectError(
      await records((await makeChannel(server.services, server.ours.accountId, { config })).id),
      409,
      'NO_FROM_EMAIL',
    );
  });

  it('is NOT_EMAIL for other families, 404 for unknown channels', async () => {
    expectError(
      await records((await makeChannel(server.services, server.ours.accountId, { provider: 'sms_p1' })).id),
      409,
      'NOT_EMAIL',
    );
    for (const id of ['cunknown', (await makeChannel(server.services, server.theirs.accountId)).id])
      expectError(await records(id), 404, 'NOT_FOUND');
  });
});

describe('the page of channels', () => {
  it('learns which providers the sandbox stands in for and which OAuth clients the operator has set', async () => {
    const { data } = await trpc(server, 'query', 'channels.setup', undefined, { cookie: server.ours.cookie });
    expect([data.sandbox, data.offered]).toEqual([enabledProviders(), enabledProviders()]);
    expect(data.offered).toHaveLength(23);
    expect(data.oauth.find(({ provider }: { provider: string }) => provider === 'social_p1')).toEqual({
      provider: 'social_p1',
      configured: false,
      redirectUri: `${server.services.settings.baseUrl}/api/v1/channels/oauth/social_p1/callback`,
      settings: ['OAUTH_SOCIAL_P1_CLIENT_ID', 'OAUTH_SOCIAL_P1_CLIENT_SECRET'],
    });
  });

  it('learns the callback address: with a token where the vendor signs nothing', async () => {
    const address = async (options: Parameters<typeof makeChannel>[2]) =>
      (
        await trpc(
          server,
          'query',
          'channels.callbackAddress',
          { id: (await makeChannel(server.services, server.ours.accountId, options)).id },
          { cookie: server.ours.cookie },
        )
      ).data;
    expect(await address({})).toMatchObject({
      proof: 'vendor',
      ready: false,
      verifyToken: null,
      url: expect.stringMatching(/\/api\/v1\/channels\/c[a-z0-9]{24}\/callbacks$/),
    });
    expect(await address({ credentials: { apiKey: 'k', callbackSecret: 'whsec_eA==' } })).toMatchObject({
      ready: true,
    });
    expect(await address({ provider: 'email_p4' })).toMatchObject({
      proof: 'token',
      ready: true,
      url: expect.stringMatching(/\/callbacks\?token=[0-9a-f]{40}$/),
    });
    expect(await address({ provider: 'msg_p1' })).toMatchObject({
      proof: 'vendor',
      verifyToken: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await address({ provider: 'msg_p5' })).toEqual({
      proof: 'none',
      ready: false,
      url: null,
      verifyToken: null,
    });
  });

  it('is open to a session as to a key', async () => {
    const { id } = await makeChannel(server.services, server.ours.accountId);
    expect((await bySession(server, server.ours.cookie, 'GET', `/api/v1/channels/${id}`)).status).toBe(200);
  });
});
