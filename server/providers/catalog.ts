/**
 * The delivery providers (docs/contract/channels.md#providers): what the wire, the connect form, the worker and the
 * dashboard know of each. Data only, so that the browser can read it; the code that speaks to a vendor is in the
 * vendor's own file beside this one.
 */
import { isOneOf } from '@/server/lib/records';

/** What a provider's content and a contact's subscription are keyed by. */
export const FAMILIES = [
  'email',
  'sms',
  'whatsapp',
  'telegram',
  'line',
  'slack',
  'discord',
  'push',
  'facebook',
  'instagram',
  'threads',
  'tiktok',
  'x',
  'linkedin',
  'youtube',
  'webhook',
] as const;
export type Family = (typeof FAMILIES)[number];

export const PROVIDER_IDS = [
  'email_p1',
  'email_p2',
  'email_p3',
  'email_p4',
  'email_p5',
  'email_smtp',
  'sms_p1',
  'sms_p2',
  'msg_p1',
  'msg_p2',
  'msg_p3',
  'msg_p4',
  'msg_p5',
  'msg_p6',
  'push_p1',
  'push_p2',
  'social_p1',
  'social_p2',
  'social_p3',
  'social_p4',
  'social_p5',
  'social_p6',
  'social_p7',
  'webhook_generic',
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What is there with EXTENSIONS=smtp alone; the contract knows the others. */
export const WITH_SMTP: ProviderId = 'email_smtp';

/** One key of `credentials` (docs/contract/channels.md#fields), or one of `config`. */
export interface Field {
  key: string;
  /** What the vendor calls it. */
  label: string;
  required: boolean;
  /** Shown as dots, and never sent back. */
  secret?: true;
  /** More than one line, e.g. a service account's JSON. */
  long?: true;
  example?: string;
  /** It is one of these. */
  options?: readonly string[];
}

export interface OAuthEntry {
  /** Where the person is sent, and where the code is exchanged; absolute. */
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** RFC 7636 is asked for by the vendor. */
  pkce?: true;
  /** How the vendor's token endpoint wants the client's secret. */
  clientAuth: 'body' | 'basic';
  /** The vendor's name for client_id, where it has one of its own. */
  clientIdName?: string;
  /** What stands between two scopes; a space (RFC 6749 §3.3) where it is not said. */
  scopeSeparator?: ',';
  /** Parameters beyond the standard ones that the vendor asks for when the person is sent there. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** Meta: the token that a code is exchanged for holds an hour or two; with it one is asked for that holds 60 days. */
  longLived?: { url: string; grantType: 'fb_exchange_token' | 'th_exchange_token' };
}

/** `vendor`: the vendor signs its callbacks; `token`: the token in the callback's address; `none`: it sends none. */
export type CallbackProof = 'vendor' | 'token' | 'none';

export interface ProviderEntry {
  id: ProviderId;
  /** The vendor, as people know it. */
  label: string;
  family: Family;
  /** `keys`: POST /channels; `oauth`: OAuth only (400 USE_OAUTH); `both`. */
  connect: 'keys' | 'oauth' | 'both';
  credentials: readonly Field[];
  config: readonly Field[];
  /** The vendor's documentation of what the adapter speaks. */
  docs: string;
  /** The API's address; null where the merchant's own address is called. PROVIDER_BASE_<ID> replaces it. */
  base: string | null;
  /** One message a broadcast, recipient `broadcast`. */
  perBroadcast?: true;
  /** The vendor has no API to message a person: messages fail, saying so. */
  unreachable?: true;
  /** The vendor drops a repeated request that carries the same idempotency key. */
  idempotent: boolean;
  callbacks: CallbackProof;
  /** The token of the address is asked for beside the vendor's signature, for that says nothing of whose account it is. */
  callbackToken?: true;
  /** The token comes in this header, and not in the address. */
  tokenHeader?: string;
  /** Messages a second that one account may send, and where the vendor says so; none: no stated limit. */
  rate?: { perSecond: number; source: string };
  oauth?: OAuthEntry;
}

const secret = (key: string, label: string, more: Partial<Field> = {}): Field => ({
  key,
  label,
  required: true,
  secret: true,
  ...more,
});
const plain = (key: string, label: string, more: Partial<Field> = {}): Field => ({
  key,
  label,
  required: true,
  ...more,
});
/** For vendors whose listed keys do not hold what they sign callbacks with. */
const callbackSecret = (label: string): Field => ({ key: 'callbackSecret', label, required: false, secret: true });
const SENDER: readonly Field[] = [
  plain('fromEmail', 'From address', { example: 'halo@tokoanda.co.id' }),
  plain('fromName', 'From name', { required: false }),
  plain('replyTo', 'Reply to', { required: false }),
];
/** Of the vendor's key in the DNS, for vendors that make one for each domain or let the merchant choose. */
const SELECTOR = plain('dkimSelector', 'DKIM selector', { required: false });
/** For vendors that keep European customers' data at an address of its own. */
const EU = plain('region', 'Region', { required: false, example: 'eu' });
const FROM_NUMBER: readonly Field[] = [plain('fromNumber', 'Sender', { example: '+6281234567890' })];

/** Released in February 2026; Meta keeps a version for two years (https://developers.facebook.com/docs/graph-api/changelog). */
export const META_GRAPH_VERSION = 'v25.0';
const META_OAUTH = {
  authorizeUrl: `https://www.facebook.com/${META_GRAPH_VERSION}/dialog/oauth`,
  tokenUrl: `https://graph.facebook.com/${META_GRAPH_VERSION}/oauth/access_token`,
  clientAuth: 'body',
  scopeSeparator: ',',
  longLived: {
    url: `https://graph.facebook.com/${META_GRAPH_VERSION}/oauth/access_token`,
    grantType: 'fb_exchange_token',
  },
} as const;

const ENTRIES: readonly ProviderEntry[] = [
  {
    id: 'email_p1',
    label: 'Resend',
    family: 'email',
    connect: 'keys',
    credentials: [secret('apiKey', 'API key', { example: 're_…' }), callbackSecret('Webhook signing secret')],
    config: SENDER,
    docs: 'https://resend.com/docs/api-reference/emails/send-email',
    base: 'https://api.resend.com',
    idempotent: true,
    callbacks: 'vendor',
    rate: { perSecond: 5, source: 'https://resend.com/docs/api-reference/rate-limit' },
  },
  {
    id: 'email_p2',
    label: 'SendGrid',
    family: 'email',
    connect: 'keys',
    credentials: [secret('apiKey', 'API key', { example: 'SG.…' }), callbackSecret('Event webhook verification key')],
    config: [...SENDER, EU, SELECTOR],
    docs: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
    base: 'https://api.sendgrid.com',
    idempotent: false,
    callbacks: 'vendor',
  },
  {
    id: 'email_p3',
    label: 'Mailgun',
    family: 'email',
    connect: 'keys',
    credentials: [
      secret('apiKey', 'API key'),
      plain('domain', 'Sending domain', { example: 'mg.tokoanda.co.id' }),
      callbackSecret('HTTP webhook signing key'),
    ],
    config: [...SENDER, EU, { ...SELECTOR, example: 'pdk1._domainkey.mg.tokoanda.co.id' }],
    docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
    base: 'https://api.mailgun.net',
    idempotent: false,
    callbacks: 'vendor',
  },
  {
    id: 'email_p4',
    label: 'Postmark',
    family: 'email',
    connect: 'keys',
    credentials: [secret('serverToken', 'Server API token')],
    config: [...SENDER, plain('messageStream', 'Message stream', { required: false, example: 'broadcast' }), SELECTOR],
    docs: 'https://postmarkapp.com/developer/api/email-api',
    base: 'https://api.postmarkapp.com',
    idempotent: false,
    callbacks: 'token',
  },
  {
    id: 'email_p5',
    label: 'Amazon SES',
    family: 'email',
    connect: 'keys',
    credentials: [
      plain('accessKeyId', 'Access key ID'),
      secret('secretAccessKey', 'Secret access key'),
      plain('region', 'Region', { example: 'ap-southeast-3' }),
    ],
    config: [...SENDER, plain('configurationSet', 'Configuration set', { required: false }), SELECTOR],
    docs: 'https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html',
    base: 'https://email.{region}.amazonaws.com',
    idempotent: false,
    callbacks: 'vendor',
    callbackToken: true,
    rate: { perSecond: 14, source: 'https://docs.aws.amazon.com/ses/latest/dg/quotas.html' },
  },
  {
    id: 'email_smtp',
    label: 'SMTP',
    family: 'email',
    connect: 'keys',
    credentials: [
      plain('host', 'Server', { example: 'smtp.tokoanda.co.id' }),
      plain('port', 'Port', { example: '587' }),
      plain('security', 'Security', { options: ['starttls', 'tls', 'none'] }),
      plain('user', 'User', { required: false, example: 'halo@tokoanda.co.id' }),
      secret('password', 'Password', { required: false }),
    ],
    config: [...SENDER, SELECTOR],
    docs: '',
    base: null,
    idempotent: false,
    callbacks: 'none',
  },
  {
    id: 'sms_p1',
    label: 'Twilio',
    family: 'sms',
    connect: 'keys',
    credentials: [plain('accountSid', 'Account SID', { example: 'AC…' }), secret('authToken', 'Auth token')],
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
  {
    id: 'social_p1',
    label: 'Facebook Page',
    family: 'facebook',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://developers.facebook.com/docs/messenger-platform/send-messages',
    base: 'https://graph.facebook.com',
    idempotent: false,
    callbacks: 'vendor',
    oauth: { ...META_OAUTH, scopes: ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'] },
  },
  {
    id: 'social_p2',
    label: 'Instagram',
    family: 'instagram',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://developers.facebook.com/docs/messenger-platform/instagram/features/send-message',
    base: 'https://graph.facebook.com',
    idempotent: false,
    callbacks: 'vendor',
    oauth: {
      ...META_OAUTH,
      scopes: ['pages_show_list', 'instagram_basic', 'instagram_manage_messages', 'pages_manage_metadata'],
    },
  },
  {
    id: 'social_p3',
    label: 'Threads',
    family: 'threads',
    connect: 'both',
    credentials: [secret('accessToken', 'Long-lived access token'), plain('userId', 'User ID', { required: false })],
    config: [],
    docs: 'https://developers.facebook.com/docs/threads',
    base: 'https://graph.threads.net',
    unreachable: true,
    idempotent: false,
    callbacks: 'none',
    oauth: {
      authorizeUrl: 'https://threads.net/oauth/authorize',
      tokenUrl: 'https://graph.threads.net/oauth/access_token',
      scopes: ['threads_basic'],
      clientAuth: 'body',
      scopeSeparator: ',',
      longLived: { url: 'https://graph.threads.net/access_token', grantType: 'th_exchange_token' },
    },
  },
  {
    id: 'social_p4',
    label: 'TikTok',
    family: 'tiktok',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://developers.tiktok.com/doc/oauth-user-access-token-management',
    base: 'https://open.tiktokapis.com',
    unreachable: true,
    idempotent: false,
    callbacks: 'none',
    oauth: {
      authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
      tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
      scopes: ['user.info.basic'],
      clientAuth: 'body',
      clientIdName: 'client_key',
      scopeSeparator: ',',
    },
  },
  {
    id: 'social_p5',
    label: 'X',
    family: 'x',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://docs.x.com/x-api/direct-messages/manage/introduction',
    base: 'https://api.x.com',
    idempotent: false,
    callbacks: 'none',
    rate: { perSecond: 0.016, source: 'https://docs.x.com/x-api/fundamentals/rate-limits' },
    oauth: {
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: 'https://api.x.com/2/oauth2/token',
      scopes: ['tweet.read', 'users.read', 'dm.read', 'dm.write', 'offline.access'],
      pkce: true,
      clientAuth: 'basic',
    },
  },
  {
    id: 'social_p6',
    label: 'LinkedIn',
    family: 'linkedin',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
    base: 'https://api.linkedin.com',
    unreachable: true,
    idempotent: false,
    callbacks: 'none',
    oauth: {
      authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
      tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
      scopes: ['openid', 'profile'],
      clientAuth: 'body',
    },
  },
  {
    id: 'social_p7',
    label: 'YouTube',
    family: 'youtube',
    connect: 'oauth',
    credentials: [],
    config: [],
    docs: 'https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps',
    base: 'https://www.googleapis.com',
    unreachable: true,
    idempotent: false,
    callbacks: 'none',
    oauth: {
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
      clientAuth: 'body',
      authorizeParams: { access_type: 'offline', prompt: 'consent' },
    },
  },
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
  if (entry === undefined) throw new Error(`${id} has no entry in server/providers/catalog.ts.`);
  return entry;
}

/** Whether a text, e.g. of a path, is a provider's id. */
export const isProviderId = (text: string): text is ProviderId => isOneOf(PROVIDER_IDS, text);

/** Ids of the providers of a family. */
export const providersOf = (family: Family): ProviderId[] =>
  ENTRIES.filter((entry) => entry.family === family).map(({ id }) => id);
