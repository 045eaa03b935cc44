/** The channels of Kopi Nusantara. Their keys are made up: the sandbox takes what they send. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { sealCredentials } from '@/server/modules/messaging/channels/credentials';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 24 * 60 * 60 * 1000;

const SENDER = {
  fromEmail: 'halo@kopinusantara.example',
  fromName: 'Kopi Nusantara',
  replyTo: 'sapa@kopinusantara.example',
};

interface DemoChannel {
  provider: ProviderId;
  displayName: string;
  credentials: Record<string, string>;
  config?: Record<string, string>;
  /** Days ago. */
  age: number;
  revoked?: true;
}

const made = (): string => randomUUID().replaceAll('-', '');

const channels = (): DemoChannel[] => [
  {
    provider: 'email_p5',
    displayName: 'Amazon SES, percobaan',
    credentials: {
      accessKeyId: `AKIA${made().slice(0, 16).toUpperCase()}`,
      secretAccessKey: made(),
      region: 'ap-southeast-3',
    },
    config: SENDER,
    age: 89,
    revoked: true,
  },
  {
    provider: 'email_p3',
    displayName: 'Mailgun kelas seduh',
    credentials: { apiKey: made(), domain: 'kelas.kopinusantara.example' },
    config: { ...SENDER, fromEmail: 'kelas@kopinusantara.example', fromName: 'Kelas Seduh' },
    age: 84,
  },
  {
    provider: 'email_p2',
    displayName: 'SendGrid agensi',
    credentials: { apiKey: `SG.${made()}` },
    config: SENDER,
    age: 75,
    revoked: true,
  },
  {
    provider: 'sms_p2',
    displayName: 'SMS cadangan',
    credentials: { apiKey: made().slice(0, 8), apiSecret: made().slice(0, 16) },
    config: { fromNumber: 'KOPINUSA' },
    age: 66,
  },
  {
    provider: 'sms_p1',
    displayName: 'SMS nomor lama',
    credentials: { accountSid: `AC${made()}`, authToken: made() },
    config: { fromNumber: '+6281290009988' },
    age: 87,
    revoked: true,
  },
  {
    provider: 'msg_p2',
    displayName: 'WhatsApp lewat Twilio',
    credentials: { accountSid: `AC${made()}`, authToken: made(), fromNumber: 'whatsapp:+6281290001122' },
    age: 78,
    revoked: true,
  },
  {
    provider: 'msg_p1',
    displayName: 'WhatsApp nomor uji',
    credentials: { accessToken: `EAA${made()}`, phoneNumberId: '104500600700811' },
    age: 72,
    revoked: true,
  },
  {
    provider: 'msg_p3',
    displayName: 'Bot Telegram uji',
    credentials: { botToken: `71${made().replace(/\D/g, '').slice(0, 8)}:${made()}` },
    age: 57,
    revoked: true,
  },
  {
    provider: 'msg_p4',
    displayName: 'LINE Kopi Nusantara',
    credentials: { channelAccessToken: made(), channelSecret: made() },
    age: 45,
  },
  ...(
    [
      ['Ruang #gudang', 63],
      ['Ruang #kelas', 59],
      ['Ruang #kemang', 48],
      ['Ruang #umum', 41],
    ] as const
  ).map(([displayName, age]): DemoChannel => ({
    provider: 'msg_p5',
    displayName,
    credentials: { webhookUrl: `https://hooks.slack.com/services/T00000000/B00000000/${made().slice(0, 24)}` },
    age,
    revoked: true,
  })),
  {
    provider: 'msg_p6',
    displayName: 'Discord Komunitas Seduh',
    credentials: { webhookUrl: `https://discord.com/api/webhooks/1190000000000000000/${made()}${made()}` },
    age: 34,
  },
  {
    provider: 'push_p1',
    displayName: 'Aplikasi Android, beta',
    credentials: { appId: randomUUID(), apiKey: `os_v2_app_${made()}` },
    config: { appName: 'Kopi Nusantara Beta' },
    age: 43,
    revoked: true,
  },
  {
    provider: 'push_p2',
    displayName: 'Aplikasi iOS',
    credentials: { serverKey: `AAAA${made()}:APA91b${made()}` },
    age: 26,
  },
  {
    provider: 'webhook_generic',
    displayName: 'Layar menu kedai',
    credentials: { url: 'https://layar.kopinusantara.example/laris', secret: made() },
    age: 23,
  },
  {
    provider: 'webhook_generic',
    displayName: 'Layar menu, versi lama',
    credentials: { url: 'https://layar.kopinusantara.example/v0' },
    age: 50,
    revoked: true,
  },
  {
    provider: 'email_p4',
    displayName: 'Postmark (lama)',
    credentials: { serverToken: made() },
    config: SENDER,
    age: 88,
    revoked: true,
  },
  {
    provider: 'email_p1',
    displayName: 'Buletin',
    credentials: { apiKey: `re_${made()}`, callbackSecret: `whsec_${Buffer.from(made()).toString('base64')}` },
    config: SENDER,
    age: 86,
  },
  {
    provider: 'sms_p1',
    displayName: 'SMS toko',
    credentials: { accountSid: `AC${made()}`, authToken: made() },
    config: { fromNumber: '+6281290001122' },
    age: 80,
  },
  {
    provider: 'msg_p1',
    displayName: 'WhatsApp Kopi Nusantara',
    credentials: { accessToken: `EAA${made()}`, phoneNumberId: '104500600700800', callbackSecret: made() },
    age: 71,
  },
  {
    provider: 'msg_p3',
    displayName: 'Bot Telegram',
    credentials: { botToken: `70${made().replace(/\D/g, '').slice(0, 8)}:${made()}` },
    age: 55,
  },
  {
    provider: 'push_p1',
    displayName: 'Aplikasi Android',
    credentials: { appId: randomUUID(), apiKey: `os_v2_app_${made()}` },
    config: { appName: 'Kopi Nusantara' },
    age: 40,
  },
  {
    provider: 'msg_p5',
    displayName: 'Ruang #promo',
    credentials: { webhookUrl: `https://hooks.slack.com/services/T00000000/B00000000/${made().slice(0, 24)}` },
    age: 33,
  },
];

/** @returns the id of the newest active channel of each provider */
export async function makeChannels(
  transaction: Transaction,
  accountId: string,
  userId: string,
  appSecrets: AppSecrets,
  at: Date,
): Promise<Map<ProviderId, string>> {
  const rows = channels().map((channel) => ({
    ...channel,
    id: `c${made().slice(0, 24)}`,
    createdAt: new Date(at.getTime() - channel.age * DAY),
  }));
  await transaction.channelIntegration.createMany({
    data: rows.map(({ id, provider, displayName, credentials, config = {}, revoked, createdAt }) => ({
      id,
      accountId,
      provider,
      displayName,
      status: revoked === true ? 'revoked' : 'active',
      config,
      credentials: sealCredentials(appSecrets, { accountId, channelId: id }, credentials),
      credentialKeys: Object.keys(credentials),
      lastSyncedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    })),
  });
  await transaction.auditEntry.createMany({
    data: rows.map(({ id, provider, displayName, createdAt }) => ({
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'channel.connect',
      targetType: 'channel',
      targetId: id,
      data: { provider, displayName },
      createdAt,
    })),
  });
  return new Map(rows.filter(({ revoked }) => revoked !== true).map(({ provider, id }) => [provider, id]));
}
