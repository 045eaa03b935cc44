/** Factories of the messaging area: channels, broadcasts, messages. */
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { sealCredentials } from '@/server/modules/messaging/channels/credentials';
import { now, unique } from '@/server/testing/factories/unique';

/** Returns the credentials that the catalogue asks for, filled in. */
export const plausibleCredentials = (provider: ProviderId): Record<string, string> =>
  Object.fromEntries(
    providerEntry(provider)
      .credentials.filter(({ required, key }) => required || key === 'serverKey')
      .map(({ key }) => [key, /url$/i.test(key) ? 'https://hooks.example.com/a' : `test-${key}`]),
  );

export interface MadeChannel {
  id: string;
  provider: ProviderId;
}

/** An active channel: e-mail over Resend unless told otherwise. */
export async function makeChannel(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: Partial<
    Pick<
      Prisma.ChannelIntegrationUncheckedCreateInput,
      'displayName' | 'status' | 'externalId' | 'createdAt' | 'via' | 'expiresAt'
    >
  > & { provider?: ProviderId; credentials?: Record<string, string>; config?: Prisma.InputJsonObject } = {},
): Promise<MadeChannel> {
  const {
    provider = 'email_p1',
    credentials = plausibleCredentials(provider),
    config = { fromEmail: 'halo@example.com', fromNumber: '+6281234567890' },
    ...more
  } = options;
  const id = madeId();
  const at = now();
  await database.prisma.channelIntegration.create({
    data: {
      id,
      accountId,
      provider,
      displayName: unique('Channel '),
      status: 'active',
      config,
      credentials: sealCredentials(settings.appSecrets, { accountId, channelId: id }, credentials),
      credentialKeys: Object.keys(credentials),
      lastSyncedAt: at,
      createdAt: at,
      updatedAt: at,
      ...more,
    },
  });
  return { id, provider };
}

/** A draft e-mail to nobody over Resend unless told otherwise. */
export async function makeBroadcast(
  database: Database,
  accountId: string,
  options: Partial<Prisma.BroadcastUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const at = now();
  return await database.prisma.broadcast.create({
    data: {
      accountId,
      name: unique('Broadcast '),
      providers: ['email_p1'],
      content: { email: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      audience: {},
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true },
  });
}

/** A queued e-mail with a content of its own unless told otherwise. */
export async function makeMessage(
  database: Database,
  accountId: string,
  options: Partial<Prisma.MarketingMessageUncheckedCreateInput> & {
    channelIntegrationId: string;
    content?: Prisma.InputJsonObject;
    family?: string;
  },
): Promise<{ id: string }> {
  const {
    content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' },
    family = 'email',
    contentId,
    ...more
  } = options;
  const at = now();
  const snapshot =
    contentId ??
    (
      await database.prisma.messageContent.create({
        data: { accountId, family, content, createdAt: at },
        select: { id: true },
      })
    ).id;
  return await database.prisma.marketingMessage.create({
    data: {
      accountId,
      provider: 'email_p1',
      recipient: `${unique('user')}@example.test`,
      status: 'queued',
      createdAt: at,
      updatedAt: at,
      claimableAt: at,
      ...more,
      contentId: snapshot,
    },
    select: { id: true },
  });
}
