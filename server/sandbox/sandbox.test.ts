import { describe, expect, it } from 'vitest';
import type { Prisma } from '@/prisma/generated/client';
import { now } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { CATALOG, providerEntry } from '@/server/platform/vendors/catalog';
import { PROVIDER_IDS, type ProviderId } from '@/server/platform/vendors/provider-ids';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import type { Outcome, OutgoingMessage } from '@/server/platform/vendors/provider';
import { Sandbox } from '@/server/sandbox/provider/sandbox';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import type { Lookup } from '@/server/platform/vendors/lookup';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import type { OutboxStatus, SandboxAnswer } from '@/server/sandbox/vocabulary';
import { makeChannel, type MadeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const live = useServer({ PROVIDERS: 'live' });
const db = () => server.services.database;

const PUBLIC: Lookup = () => Promise.resolve([{ address: '93.184.216.34' }]);
const CONTENT: Record<string, Record<string, unknown>> = {
  email: { subject: 'Lebaran', html: '<p>Halo Ani</p>', text: 'Halo Ani' },
  sms: { body: 'Halo' },
  push: { title: 'Halo', body: 'Ani' },
  webhook: { any: ['thing'] },
};
const contentOf = (provider: ProviderId): Record<string, unknown> =>
  CONTENT[providerEntry(provider).family] ?? { text: 'Halo Ani' };

/** Secrets that must never show, whatever a vendor does with them. */
const SECRET = 'very-secret-4711';
/** Credentials that have to look like what they are. */
const SHAPED: Readonly<Record<string, string>> = {
  webhookUrl: `https://hooks.example.com/${SECRET}`,
  url: 'https://hooks.example.com/a',
  region: 'ap-southeast-3',
  host: 'mail.example.com',
  port: '587',
  security: 'starttls',
};
const secretsOf = (provider: ProviderId): Record<string, string> => ({
  ...Object.fromEntries(
    providerEntry(provider)
      .credentials.filter(({ key }) => key !== 'callbackSecret' && key !== 'serviceAccountJson')
      .map(({ key, secret }) => [key, SHAPED[key] ?? (secret ? `${SECRET}-${key}` : `open-${key}`)]),
  ),
  ...(providerEntry(provider).connect === 'oauth'
    ? { accessToken: `${SECRET}-token`, callbackSecret: `${SECRET}-app` }
    : {}),
});

const makeSandboxed = (provider: ProviderId = 'email_p1', accountId = server.ours.accountId): Promise<MadeChannel> =>
  makeChannel(server.services, accountId, {
    provider,
    credentials: withSandboxSecrets(server.services.settings, provider, secretsOf(provider)),
    config: { fromEmail: 'halo@example.com', fromName: 'Toko', fromNumber: '+6281234567890', assetId: '1' },
  });

interface Handed extends OutgoingMessage {
  outcome: Outcome;
}

/** As the worker does: the adapter, the opened channel, the sandbox's transport, and what became of it in the row. */
async function handOver(
  channel: MadeChannel,
  options: { accountId?: string; sandbox?: Sandbox; id?: string; recipient?: string } = {},
): Promise<Handed> {
  const { accountId = server.ours.accountId, sandbox = new Sandbox({ database: db(), lookup: PUBLIC }) } = options;
  const provider = ADAPTERS[channel.provider];
  const connection = openConnection(
    server.services.settings,
    await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
  );
  const at = now();
  const { family, perBroadcast } = providerEntry(channel.provider);
  const recipient =
    options.recipient ?? (perBroadcast ? 'broadcast' : family === 'email' ? 'ani@example.com' : '+6281234567890');
  const content = contentOf(channel.provider);
  const stored = await db().prisma.messageContent.create({
    data: { accountId, family, content: content as Prisma.InputJsonObject, createdAt: at },
  });
  const data = {
    accountId,
    channelIntegrationId: channel.id,
    provider: channel.provider,
    recipient,
    contentId: stored.id,
    status: 'sending',
    createdAt: at,
    updatedAt: at,
  };
  const { id } = options.id === undefined ? await db().prisma.marketingMessage.create({ data }) : { id: options.id };
  const message = {
    id,
    recipient,
    content,
    lastInboundAt: at,
    now: at,
    ...(family === 'email' ? { headers: { 'List-Unsubscribe': '<https://toko.example/u/x>' } } : {}),
  };
  const outcome = await provider
    .send(message, connection, sandbox.transport({ accountId, provider, connection, message }))
    .catch((error: unknown): Outcome => ({ kind: 'unknown', reason: String(error) }));
  if (outcome.kind === 'accepted')
    await db().prisma.marketingMessage.updateMany({
      where: { id },
      data: { status: 'sent', providerMessageId: outcome.providerMessageId, sentAt: at },
    });
  return { ...message, outcome };
}

const outboxOf = (tenant: Tenant, input: object = {}): Promise<TrpcAnswer> =>
  trpc(server, 'query', 'sandbox.list', input, { cookie: tenant.cookie });
const rule = (tenant: Tenant, provider: ProviderId, kind: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', 'sandbox.setRule', { provider, rule: kind }, { cookie: tenant.cookie });
const answer = (tenant: Tenant, messageIds: string[], event: SandboxAnswer): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', 'sandbox.answer', { messageIds, event }, { cookie: tenant.cookie });
const messageOf = (id: string) => db().prisma.marketingMessage.findFirstOrThrow({ where: { id } });

const SENDABLE = PROVIDER_IDS.filter((id) => CATALOG.get(id)?.unreachable !== true);

/** Vendors that tell nothing of a message once they have it, though some tell who wrote. */
const SILENT: ReadonlySet<ProviderId> = new Set(
  SENDABLE.filter((id) => providerEntry(id).callbacks === 'none' || id === 'msg_p3' || id === 'msg_p4'),
);

describe.each(SENDABLE)('%s in the sandbox', (provider) => {
  it('takes the adapter’s own request as the vendor would, shows the message without a secret, and answers by the vendor’s own callbacks', async () => {
    const channel = await makeSandboxed(provider);
    const handed = await handOver(channel);
    expect(handed.outcome).toMatchObject({ kind: 'accepted' });

    const { data } = await outboxOf(server.ours, { provider, limit: 1 });
    expect(data.items).toMatchObject([
      {
        channelId: channel.id,
        provider,
        family: providerEntry(provider).family,
        recipient: handed.recipient,
        status: 'sent',
        handovers: 1,
      },
    ]);
    const shown = (
      await trpc(server, 'query', 'sandbox.message', { id: data.items[0].id }, { cookie: server.ours.cookie })
    ).data;
    expect(shown).toMatchObject({
      messageId: handed.id,
      content: handed.content,
      headers: handed.headers ?? {},
      from: { address: 'halo@example.com', name: 'Toko' },
      request: { method: expect.any(String), url: expect.stringMatching(/^(?:https|smtp):\/\//) },
    });
    const stored = await db().prisma.sandboxMessage.findFirstOrThrow({ where: { id: shown.id } });
    for (const text of [JSON.stringify(shown), JSON.stringify(stored)]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 18));
    }

    const { answers } = shown as { answers: SandboxAnswer[] };
    expect(answers.length === 0).toBe(SILENT.has(provider));
    const sent = await Promise.all(answers.map(async (event) => ({ event, handed: await handOver(channel) })));
    for (const { event, handed: each } of sent) {
      const { id, providerMessageId } = await db().prisma.sandboxMessage.findFirstOrThrow({
        where: { messageId: each.id },
      });
      expect(each.outcome, 'the vendor’s id is what its callback names').toMatchObject({ providerMessageId });
      expect((await answer(server.ours, [id], event)).data).toEqual({ asked: 1, unsupported: [] });
    }
    await runJobs(server.services);
    for (const { event, handed: each } of sent) {
      expect(await messageOf(each.id), event).toMatchObject({ status: event });
      expect(await db().prisma.sandboxMessage.findFirstOrThrow({ where: { messageId: each.id } })).toMatchObject({
        status: event,
      });
    }
    expect(
      await db().prisma.channelCallback.findMany({ where: { channelId: channel.id, NOT: { result: 'applied' } } }),
    ).toEqual([]);
  });
});

describe('rules', () => {
  it.each<[string, Outcome['kind'], OutboxStatus]>([
    ['refuse', 'failed', 'refused'],
    ['throttle', 'retry', 'throttled'],
    ['unavailable', 'retry', 'unavailable'],
    ['unanswered', 'unknown', 'unanswered'],
  ])('%s: the worker meets %s, the outbox says %s', async (kind, outcome, status) => {
    const tenant = await server.makeTenant();
    const channel = await makeSandboxed('email_p1', tenant.accountId);
    expect((await rule(tenant, 'email_p1', kind)).data.rules).toEqual([{ provider: 'email_p1', rule: kind }]);
    const handed = await handOver(channel, { accountId: tenant.accountId });
    expect(handed.outcome.kind).toBe(outcome);
    if (kind === 'throttle') expect(handed.outcome).toMatchObject({ afterMs: 2000 });
    if (handed.outcome.kind === 'failed') expect(handed.outcome.reason).toContain('sandbox');
    expect((await outboxOf(tenant)).data.items).toMatchObject([{ status, handovers: 1 }]);
    // What the vendor has not taken is not called back.
    const { id } = (await outboxOf(tenant)).data.items[0];
    expect((await answer(tenant, [id], 'opened')).data).toEqual({
      asked: 0,
      unsupported: [{ id, provider: 'email_p1' }],
    });

    // Handed over again, under another rule: one message, taken at last.
    await rule(tenant, 'email_p1', 'accept');
    expect((await handOver(channel, { accountId: tenant.accountId, id: handed.id })).outcome).toMatchObject({
      kind: 'accepted',
    });
    expect((await outboxOf(tenant)).data.items).toMatchObject([{ id, status: 'sent', handovers: 2 }]);
  });

  it('holds for its provider and workspace only', async () => {
    const [tenant, other] = [await server.makeTenant(), await server.makeTenant()];
    await rule(tenant, 'email_p1', 'refuse');
    expect(
      (await handOver(await makeSandboxed('email_p2', tenant.accountId), { accountId: tenant.accountId })).outcome.kind,
    ).toBe('accepted');
    expect(
      (await handOver(await makeSandboxed('email_p1', other.accountId), { accountId: other.accountId })).outcome.kind,
    ).toBe('accepted');
    expect((await trpc(server, 'query', 'sandbox.rules', undefined, { cookie: other.cookie })).data).toEqual({
      lively: false,
      rules: [{ provider: 'email_p1', rule: 'accept' }],
    });
  });

  it('a message that is handed over twice keeps its id, as with the vendor’s idempotency key', async () => {
    const channel = await makeSandboxed();
    const first = await handOver(channel);
    const again = await Promise.all([handOver(channel, { id: first.id }), handOver(channel, { id: first.id })]);
    for (const { outcome } of again) expect(outcome).toEqual(first.outcome);
    expect(await db().prisma.sandboxMessage.findMany({ where: { messageId: first.id } })).toMatchObject([
      { handovers: 3 },
    ]);
  });
});

describe('merchants’ addresses', () => {
  const refused = { kind: 'failed' };
  it.each<[what: string, lookup: Lookup, expected: object]>([
    ['a name that resolves to the public Internet', PUBLIC, { kind: 'accepted' }],
    [
      'a name that does not resolve, for nothing leaves',
      () => Promise.reject(new Error('ENOTFOUND')),
      { kind: 'accepted' },
    ],
    ['a name that resolves to a private address', () => Promise.resolve([{ address: '10.0.0.8' }]), refused],
    [
      'a name that resolves to both',
      () => Promise.resolve([{ address: '93.184.216.34' }, { address: '::1' }]),
      refused,
    ],
  ])('%s', async (_, lookup, expected) => {
    for (const provider of ['msg_p5', 'msg_p6', 'webhook_generic'] as const) {
      const channel = await makeSandboxed(provider);
      const before = await db().prisma.sandboxMessage.count();
      const { outcome } = await handOver(channel, { sandbox: new Sandbox({ database: db(), lookup }) });
      if (expected === refused) expect(['failed', 'unknown']).toContain(outcome.kind);
      else expect(outcome).toMatchObject(expected);
      expect((await db().prisma.sandboxMessage.count()) - before).toBe(expected === refused ? 0 : 1);
    }
  });

  it('a private address that is literal is refused too', async () => {
    const channel = await makeChannel(server.services, server.ours.accountId, {
      provider: 'msg_p5',
      credentials: { webhookUrl: 'https://127.0.0.1/x' },
    });
    const { outcome } = await handOver(channel);
    expect(JSON.stringify(outcome)).toMatch(/private/);
  });
});

describe('the outbox', () => {
  it('pages newest first, filters by recipient, provider and status', async () => {
    const tenant = await server.makeTenant();
    const [email, sms] = [
      await makeSandboxed('email_p1', tenant.accountId),
      await makeSandboxed('sms_p1', tenant.accountId),
    ];
    const { accountId } = tenant;
    const sandbox = new Sandbox({ database: db() });
    for (const recipient of ['ani@example.com', 'budi@example.com', 'Ani2@example.com'])
      await handOver(email, { accountId, recipient, sandbox });
    await handOver(sms, { accountId, sandbox });
    const recipients = async (input: object) =>
      (await outboxOf(tenant, input)).data.items.map(({ recipient }: { recipient: string }) => recipient);
    expect(await recipients({})).toEqual(['+6281234567890', 'Ani2@example.com', 'budi@example.com', 'ani@example.com']);
    expect(await recipients({ q: 'LEBA' })).toHaveLength(3);
    expect(await recipients({ q: 'ANI' })).toEqual(['Ani2@example.com', 'ani@example.com']);
    expect(await recipients({ provider: 'sms_p1' })).toEqual(['+6281234567890']);
    expect(await recipients({ status: 'opened' })).toEqual([]);
    const first = (await outboxOf(tenant, { limit: 3 })).data;
    expect(first).toMatchObject({ hasMore: true, items: [{}, {}, { preview: 'Lebaran' }] });
    expect((await outboxOf(tenant, { limit: 3, cursor: first.nextCursor })).data).toMatchObject({
      hasMore: false,
      nextCursor: null,
      items: [{ recipient: 'ani@example.com' }],
    });
    expect((await outboxOf(await server.makeTenant())).data.items).toEqual([]);
    expect((await trpc(server, 'mutation', 'sandbox.empty', {}, { cookie: tenant.cookie })).data).toEqual({
      removed: 4,
    });
    expect(await recipients({})).toEqual([]);
    expect(await db().prisma.marketingMessage.count({ where: { accountId } })).toBe(4);
  });

  it('takes many at once, each once', async () => {
    const tenant = await server.makeTenant();
    const { accountId } = tenant;
    const channel = await makeSandboxed('email_p1', accountId);
    const sandbox = new Sandbox({ database: db() });
    const provider = ADAPTERS.email_p1;
    const connection = openConnection(
      server.services.settings,
      await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
    );
    const messages = Array.from({ length: 1000 }, (_, n) => ({
      id: unique('m'),
      now: new Date(),
      recipient: `r${n}@example.com`,
      content: { subject: `S${n}`, text: 't' },
    }));
    const outcomes = await Promise.all(
      messages.map((message) =>
        provider.send(message, connection, sandbox.transport({ accountId, provider, connection, message })),
      ),
    );
    expect(
      new Set(outcomes.map((outcome) => (outcome.kind === 'accepted' ? outcome.providerMessageId : outcome.kind))).size,
    ).toBe(1000);
    const rows = await db().prisma.sandboxMessage.findMany({
      where: { accountId },
      select: { messageId: true, recipient: true, content: true, providerMessageId: true },
    });
    const byId = new Map(rows.map((row) => [row.messageId, row]));
    for (const [n, { id, recipient, content }] of messages.entries())
      expect(byId.get(id)).toEqual({
        messageId: id,
        recipient,
        content,
        providerMessageId: (outcomes[n] as { providerMessageId: string }).providerMessageId,
      });
  });

  it('answers a chosen many, says for which there is no such callback, and knows its own only', async () => {
    const tenant = await server.makeTenant();
    const { accountId } = tenant;
    const sandbox = new Sandbox({ database: db(), lookup: PUBLIC });
    for (const provider of ['email_p1', 'sms_p1', 'msg_p5'] as const)
      await handOver(await makeSandboxed(provider, accountId), { accountId, sandbox });
    const items = (await outboxOf(tenant)).data.items as { id: string; provider: ProviderId }[];
    const result = (
      await answer(
        tenant,
        items.map(({ id }) => id),
        'opened',
      )
    ).data;
    expect(result.asked).toBe(1);
    expect(result.unsupported.map(({ provider }: { provider: string }) => provider).sort()).toEqual([
      'msg_p5',
      'sms_p1',
    ]);
    expect(await answer(await server.makeTenant(), [items[0]!.id], 'opened')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await answer(tenant, [items[0]!.id, 'cunknown'], 'opened')).toMatchObject({ status: 404 });
    await runJobs(server.services);
    expect(await db().prisma.marketingMessage.findMany({ where: { accountId, status: 'opened' } })).toMatchObject([
      { provider: 'email_p1' },
    ]);
  });
});

describe('lively', () => {
  it('is off unless switched on, and then messages are delivered, opened, clicked and bounced by themselves', async () => {
    const tenant = await server.makeTenant();
    const { accountId } = tenant;
    const channel = await makeSandboxed('email_p1', accountId);
    const quiet = await handOver(channel, { accountId });
    expect(
      (await trpc(server, 'mutation', 'sandbox.setLively', { lively: true }, { cookie: tenant.cookie })).data,
    ).toMatchObject({ lively: true });
    // Moods from the first of each four: a bounce, an open with a click, an open, nothing.
    const moods = [
      [0, 0],
      [0, 0.5, 0.1, 0, 0.1, 0],
      [0, 0.5, 0.1, 0, 0.9],
      [0, 0.5, 0.9],
    ];
    const handed: Handed[] = [];
    for (const mood of moods) {
      const rest = [...mood];
      handed.push(
        await handOver(channel, {
          accountId,
          sandbox: new Sandbox({ database: db(), random: () => rest.shift() ?? 0 }),
        }),
      );
    }
    const statuses = async () =>
      (await Promise.all([quiet, ...handed].map(({ id }) => messageOf(id)))).map(({ status }) => status);
    await runJobs(server.services);
    expect(await statuses()).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
    // A minute later.
    await db().pool.query(
      `UPDATE "SandboxMessage" s SET "reactAt" = s."reactAt" - interval '1 minute', reactions = (SELECT jsonb_agg(r || jsonb_build_object('at', to_char(((r->>'at')::timestamptz - interval '1 minute') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) FROM jsonb_array_elements(s.reactions) r) WHERE s."reactAt" IS NOT NULL`,
    );
    await runJobs(server.services, { evenLater: true });
    expect(await statuses()).toEqual(['sent', 'bounced', 'clicked', 'opened', 'delivered']);
    expect(await db().prisma.sandboxMessage.count({ where: { accountId, NOT: { reactAt: null } } })).toBe(0);
  });
});

describe('where there is no sandbox', () => {
  it('its procedures do not exist with live providers', async () => {
    for (const [type, name, input] of [
      ['query', 'list', {}],
      ['query', 'rules', undefined],
      ['mutation', 'setLively', { lively: true }],
      ['mutation', 'empty', {}],
      ['mutation', 'answer', { messageIds: ['c1'], event: 'opened' }],
    ] as const) {
      expect(await trpc(live, type, `sandbox.${name}`, input, { cookie: live.ours.cookie })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    }
  });

  it('a provider with an address of its own is spoken to there', () => {
    const { settings } = server.services;
    expect(inSandbox(settings, 'email_p1')).toBe(true);
    expect(inSandbox({ ...settings, providerBases: new Map([['email_p1', 'http://127.0.0.1:1']]) }, 'email_p1')).toBe(
      false,
    );
    expect(inSandbox(live.services.settings, 'email_p1')).toBe(false);
  });
});
