/**
 * The delivery providers (docs/contract/channels.md#providers), with the facts that the API, the connect form, the
 * worker and the dashboard need. Data only, so that the browser can load it; the code that calls a vendor is in
 * server/modules/messaging/adapters.
 */
import { EMAIL_PROVIDERS } from '@/server/platform/vendors/email-providers';
import {
  callbackSecret,
  plain,
  secret,
  type Field,
  type ProviderEntry,
} from '@/server/platform/vendors/provider-entry';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import { SOCIAL_PROVIDERS } from '@/server/platform/vendors/social-providers';

/** Twilio signs callbacks with this secret if the account has one, else with the Auth Token. */
const SHARED_KEY = secret('sharedKeySecret', 'SharedKey secret', { required: false });
const FROM_NUMBER: readonly Field[] = [plain('fromNumber', 'Sender', { example: '+6281234567890' })];

const ENTRIES: readonly ProviderEntry[] = [
  ...EMAIL_PROVIDERS,
  {
    id: 'sms_p1',
    label: 'Twilio',
    family: 'sms',
    connect: 'keys',
    credentials: [
      plain('accountSid', 'Account SID', { example: 'AC…' }),
      secret('authToken', 'Auth token'),
      SHARED_KEY,
    ],
    config: FROM_NUMBER,
    docs: 'https://www.twilio.com/docs/messaging/api/message-resource',
    base: 'https://api.twilio.com',
    idempotent: false,
    callbacks: 'vendor',
    rate: { perSecond: 100, source: 'https://help.twilio.com/articles/115002943027' },
  },
  {
    id: 'sms_p2',
    label: 'Vonage',
    family: 'sms',
    connect: 'keys',
    credentials: [plain('apiKey', 'API key'), secret('apiSecret', 'API secret'), callbackSecret('Signature secret')],
    config: FROM_NUMBER,
    docs: 'https://developer.vonage.com/en/api/sms',
    base: 'https://rest.nexmo.com',
    idempotent: false,
    callbacks: 'vendor',
    rate: {
      perSecond: 30,
      source:
        'https://api.support.vonage.com/hc/en-us/articles/203993598-What-is-the-Throughput-Limit-for-Outbound-SMS',
    },
  },
  {
    id: 'msg_p1',
    label: 'WhatsApp Cloud',
    family: 'whatsapp',
    connect: 'keys',
    credentials: [
      secret('accessToken', 'Access token'),
      plain('phoneNumberId', 'Phone number ID'),
      callbackSecret('App secret'),
    ],
    config: [plain('templateNamespace', 'Template namespace', { required: false })],
    docs: 'https://developers.facebook.com/docs/whatsapp/cloud-api/messages',
    base: 'https://graph.facebook.com',
    idempotent: false,
    callbacks: 'vendor',
    rate: { perSecond: 80, source: 'https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput' },
  },
  {
    id: 'msg_p2',
    label: 'WhatsApp via Twilio',
    family: 'whatsapp',
    connect: 'keys',
    credentials: [
      plain('accountSid', 'Account SID', { example: 'AC…' }),
      secret('authToken', 'Auth token'),
      SHARED_KEY,
      plain('fromNumber', 'Sender', { required: false, example: 'whatsapp:+6281234567890' }),
    ],
    config: [plain('fromNumber', 'Sender', { required: false, example: 'whatsapp:+6281234567890' })],
    docs: 'https://www.twilio.com/docs/whatsapp/api',
    base: 'https://api.twilio.com',
    idempotent: false,
    callbacks: 'vendor',
    rate: { perSecond: 80, source: 'https://www.twilio.com/docs/whatsapp/api' },
  },
  {
    id: 'msg_p3',
    label: 'Telegram',
    family: 'telegram',
    connect: 'keys',
    credentials: [secret('botToken', 'Bot token', { example: '123456:ABC…' })],
    config: [],
    docs: 'https://core.telegram.org/bots/api#sendmessage',
    base: 'https://api.telegram.org',
    idempotent: false,
    callbacks: 'token',
    // https://core.telegram.org/bots/api#setwebhook: secret_token
    tokenHeader: 'x-telegram-bot-api-secret-token',
    rate: { perSecond: 30, source: 'https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this' },
  },
  {
    id: 'msg_p4',
    label: 'LINE',
    family: 'line',
    connect: 'keys',
    credentials: [secret('channelAccessToken', 'Channel access token'), secret('channelSecret', 'Channel secret')],
    config: [],
    docs: 'https://developers.line.biz/en/reference/messaging-api/#send-push-message',
    base: 'https://api.line.me',
    idempotent: true,
    callbacks: 'vendor',
    rate: { perSecond: 2000, source: 'https://developers.line.biz/en/reference/messaging-api/#rate-limits' },
  },
  {
    id: 'msg_p5',
    label: 'Slack',
    family: 'slack',
    connect: 'keys',
    credentials: [secret('webhookUrl', 'Incoming webhook URL', { example: 'https://hooks.slack.com/services/…' })],
    config: [],
    docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
    base: null,
    perBroadcast: true,
    idempotent: false,
    callbacks: 'none',
    rate: { perSecond: 1, source: 'https://docs.slack.dev/apis/web-api/rate-limits' },
  },
  {
    id: 'msg_p6',
    label: 'Discord',
    family: 'discord',
    connect: 'keys',
    credentials: [secret('webhookUrl', 'Webhook URL', { example: 'https://discord.com/api/webhooks/…' })],
    config: [],
    docs: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
    base: null,
    perBroadcast: true,
    idempotent: false,
    callbacks: 'none',
  },
  {
    id: 'push_p1',
    label: 'OneSignal',
    family: 'push',
    connect: 'keys',
    credentials: [plain('appId', 'App ID'), secret('apiKey', 'REST API key')],
    config: [plain('appName', 'App name', { required: false })],
    docs: 'https://documentation.onesignal.com/reference/create-message',
    base: 'https://api.onesignal.com',
    idempotent: true,
    callbacks: 'none',
    rate: { perSecond: 150, source: 'https://documentation.onesignal.com/reference/rate-limits' },
  },
  {
    id: 'push_p2',
    label: 'Firebase Cloud Messaging',
    family: 'push',
    connect: 'keys',
    credentials: [
      secret('serviceAccountJson', 'Service account JSON', { required: false, long: true }),
      secret('serverKey', 'Server key (legacy)', { required: false }),
    ],
    config: [],
    docs: 'https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send',
    base: 'https://fcm.googleapis.com',
    idempotent: false,
    callbacks: 'none',
    rate: { perSecond: 10_000, source: 'https://firebase.google.com/docs/cloud-messaging/throttling-and-quotas' },
  },
  ...SOCIAL_PROVIDERS,
  {
    id: 'webhook_generic',
    label: 'Webhook',
    family: 'webhook',
    connect: 'keys',
    credentials: [
      plain('url', 'URL', { example: 'https://example.com/hook' }),
      secret('secret', 'Signing secret', { required: false }),
    ],
    config: [],
    docs: '',
    base: null,
    perBroadcast: true,
    idempotent: false,
    callbacks: 'none',
  },
];

export const CATALOG: ReadonlyMap<ProviderId, ProviderEntry> = new Map(ENTRIES.map((entry) => [entry.id, entry]));

/** The entry of a provider id that a schema has let in. */
export function providerEntry(id: ProviderId): ProviderEntry {
  const entry = CATALOG.get(id);
  if (entry === undefined) throw new Error(`${id} has no entry in server/platform/vendors/catalog.ts.`);
  return entry;
}

/** Ids of the providers of a family. */
export const providersOf = (family: Family): ProviderId[] =>
  ENTRIES.filter((entry) => entry.family === family).map(({ id }) => id);
