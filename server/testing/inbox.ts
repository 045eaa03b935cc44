/** Conversations in tests: what people write comes in by the door, signed as their vendor signs. */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { systemDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { metaCallback } from '@/server/platform/vendors/meta-graph';
import type { Connection, DeliveryStatus, RawCallback, SandboxWords } from '@/server/platform/vendors/provider';
import { callbackToken, callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import { recordInbound } from '@/server/modules/messaging/channels/inbound';
import { receive } from '@/server/modules/messaging/inbox/receive';
import { makeChannel, type MadeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import type { Answer, TestServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const CREDENTIALS: Partial<Record<ProviderId, Record<string, string>>> = {
  sms_p1: { accountSid: 'AC1', authToken: 'auth-token' },
  sms_p2: { apiKey: 'key', apiSecret: 'api-secret', callbackSecret: 'signature-secret' },
  msg_p1: { accessToken: 'token', phoneNumberId: '1', callbackSecret: 'app-secret' },
  msg_p2: { accountSid: 'AC1', authToken: 'auth-token', fromNumber: 'whatsapp:+14155238886' },
  msg_p3: { botToken: '1:ABC' },
  msg_p4: { channelAccessToken: 'token', channelSecret: 'channel-secret' },
  social_p1: { accessToken: 'token', callbackSecret: 'app-secret' },
  social_p2: { accessToken: 'token', callbackSecret: 'app-secret' },
  webhook_generic: { url: 'https://shop.example/hook' },
};

/** The secrets that the vendor signs by: each channel has its own. */
const SECRETS = new Set(['authToken', 'channelSecret', 'callbackSecret']);

/** A channel that receives, with what its vendor signs by. */
export const makeReceiver = async (
  server: TestServer,
  provider: ProviderId = 'msg_p2',
  accountId = server.ours.accountId,
): Promise<MadeChannel> => {
  const { services } = server;
  const own = Object.fromEntries(
    Object.entries(CREDENTIALS[provider] ?? {}).map(([key, value]) => [key, SECRETS.has(key) ? unique(value) : value]),
  );
  const credentials = withSandboxSecrets(services.settings, provider, own);
  const channel = await makeChannel(services, accountId, { provider, credentials: { ...credentials } });
  if (provider === 'msg_p3' || provider === 'msg_p4')
    await services.database.prisma.inboxChannel.create({
      data: { accountId, channelId: channel.id, receiving: true, updatedAt: now() },
    });
  if (provider.startsWith('social'))
    await services.database.prisma.channelIntegration.update({
      where: { accountId_id: { accountId, id: channel.id } },
      data: { config: { assetId: 'page1' } },
    });
  return channel;
};

const connectionOf = async ({ services }: TestServer, { id }: MadeChannel): Promise<Connection> =>
  openConnection(
    services.settings,
    await services.database.prisma.channelIntegration.findFirstOrThrow({ where: { id } }),
  );

/** The vendor's callback of what became of a message. */
export async function signedStatus(
  server: TestServer,
  channel: MadeChannel,
  reported: { status: DeliveryStatus; providerMessageId: string },
): Promise<Omit<RawCallback, 'receivedAt'>> {
  const callback = ADAPTERS[channel.provider].sandbox.callback?.(
    { recipient: '+6281234567890', at: now(), ...reported },
    await connectionOf(server, channel),
    callbackUrl(server.services.settings, channel),
  );
  if (callback === undefined || callback === null) throw new Error(`${channel.provider} does not report it.`);
  return callback;
}

/** The vendor's callback of what somebody writes. */
export async function signedWords(
  server: TestServer,
  channel: MadeChannel,
  words: Partial<SandboxWords> = {},
): Promise<Omit<RawCallback, 'receivedAt'>> {
  const { services } = server;
  const callback = ADAPTERS[channel.provider].sandbox.inbound?.(
    { sender: '+6281234567890', name: 'Ani', text: 'Halo', providerMessageId: unique('m'), at: now(), ...words },
    await connectionOf(server, channel),
    callbackUrl(services.settings, channel),
    callbackToken(services.settings.appSecrets[0], channel.id),
  );
  if (callback === undefined || callback === null) throw new Error(`Nobody writes to ${channel.provider}.`);
  return callback;
}

export const deliver = async (
  server: TestServer,
  { method, url, headers, body }: Omit<RawCallback, 'receivedAt'>,
): Promise<Answer> =>
  await server.fetch(method, url.slice(server.services.settings.baseUrl.length), {
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body,
  });

/** Sends what WhatsApp tells in one signed call, and has the worker take it in. @param value of its one change */
export async function callAsWhatsapp(server: TestServer, channel: MadeChannel, value: object): Promise<void> {
  const entry = { id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] };
  const connection = await connectionOf(server, channel);
  const url = callbackUrl(server.services.settings, channel);
  const callback = metaCallback(connection, url, 'whatsapp_business_account', entry);
  if (callback === null) throw new Error('The channel has nothing to sign with.');
  await deliver(server, callback);
  await runJobs(server.services);
}

/** Somebody writes, and the worker takes it in. @returns the conversation's row */
export async function write(server: TestServer, channel: MadeChannel, words: Partial<SandboxWords> = {}) {
  await deliver(server, await signedWords(server, channel, words));
  await runJobs(server.services);
  return await conversationWith(server, channel, words.sender);
}

export const conversationWith = async (server: TestServer, channel: MadeChannel, sender = '+6281234567890') =>
  await server.services.database.prisma.conversation.findFirstOrThrow({
    where: { channelId: channel.id, externalThreadId: sender },
  });

/** A conversation over SMS with one message, whose person has opted out of nothing and whose channel can answer. */
export async function makeConversation(
  server: TestServer,
  accountId: string,
  {
    provider = 'sms_p1',
    sender = `+62816${Math.floor(1e8 + Math.random() * 9e8)}`,
    text = 'Halo',
    name = 'Ani',
  }: { provider?: ProviderId; sender?: string; text?: string; name?: string } = {},
): Promise<{ id: string; messageId: string; channel: MadeChannel; sender: string }> {
  const channel = await makeReceiver(server, provider, accountId);
  const db = systemDb(server.services.database, accountId);
  const event = {
    kind: 'inbound' as const,
    recipient: sender,
    at: now(),
    message: { providerMessageId: unique('m'), kind: 'text' as const, text, sender: { name } },
  };
  await recordInbound(db, channel.id, [event]);
  const [message] = await receive(db, channel, [event]);
  if (message === undefined) throw new Error('Nothing came in.');
  return { id: message.conversationId, messageId: message.id, channel, sender };
}

/** A message of theirs and a colleague's answer two minutes later, for figures. */
export async function makeSaid(
  { services, ours }: Pick<TestServer, 'services' | 'ours'>,
  conversation: { id: string; accountId: string; channelId: string },
  at: Date,
): Promise<void> {
  const { id: conversationId, accountId, channelId } = conversation;
  const common = { accountId, conversationId, channelId, kind: 'text', text: 'x', at, createdAt: at };
  await services.database.prisma.inboxMessage.createMany({
    data: [
      { ...common, direction: 'inbound', authorKind: 'person' },
      { ...common, direction: 'outbound', authorKind: 'user', authorId: ours.user.id, answeredAfterMs: 120_000n },
    ],
  });
}

/** An away message whose hours are over at whatever time it is, in the zone of new workspaces. */
export function closedNow(text: string): Record<string, unknown> {
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', hourCycle: 'h23' });
  const hour = (ms: number): string => `${local.format(new Date(now().getTime() + ms))}:00`;
  return { enabled: true, text, days: [1, 2, 3, 4, 5, 6, 7], from: hour(-3 * HOUR_MS), to: hour(-2 * HOUR_MS) };
}
