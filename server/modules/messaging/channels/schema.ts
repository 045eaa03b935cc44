/**
 * Channel (docs/contract/channels.md). The dashboard's connect form is drawn from server/platform/vendors/catalog.ts.
 */
import * as z from 'zod';
import { list, record } from '@/server/platform/lib/bounded';
import { isAddress } from '@/server/platform/lib/email-address';
import { id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { PROVIDER_IDS } from '@/server/platform/vendors/provider-ids';
import { isEnabledProvider } from '@/server/platform/vendors/enabled';

export const STATUSES = ['pending', 'active', 'expired', 'revoked'] as const;
export type ChannelStatus = (typeof STATUSES)[number];

/** One of the catalogue, as the wire names it. */
export const provider = z.enum(PROVIDER_IDS).meta({ id: 'ProviderId' });
/** One that this server has, as it is sent; what is stored may be of one that it had before. */
export const providerIn = provider.refine(isEnabledProvider, { error: 'is not one of this server' });
const displayName = text(1, 120).meta({ description: 'For you only.', sample: 'Newsletter' });

/** Far more than any provider needs, and small enough to list many channels. */
const MAX_CONFIG_BYTES = 32 * 1024;
/** Read as e-mail addresses by the e-mail providers; empty counts as not there. */
const ADDRESSES = ['fromEmail', 'replyTo'] as const;

const config = freeForm(MAX_CONFIG_BYTES)
  .superRefine((value, ctx) => {
    for (const key of ADDRESSES) {
      const address = value[key] ?? '';
      if (address === '' || (typeof address === 'string' && isAddress(address))) continue;
      const message = 'must be one e-mail address, such as halo@tokoanda.co.id; a name goes into fromName';
      ctx.addIssue({ code: 'invalid_format', format: 'email', path: [key], message });
    }
  })
  .meta({
    description:
      'Free-form. E-mail reads fromEmail, fromName and replyTo (the check of the domain: dkimSelector), SMS fromNumber.',
    sample: { fromEmail: 'halo@tokoanda.co.id' },
    jsonSchema: { type: 'object', additionalProperties: true },
  });

export const connectInput = z.object({
  provider: providerIn.meta({ sample: 'email_p1' }),
  displayName,
  externalId: text(0, 120)
    .nullish()
    .meta({ description: "The provider's own id of what is connected, where it has one." }),
  credentials: record(text(1, 100), text(0, 20_000), 50).meta({
    description: 'The keys of the provider: stored encrypted, never returned. Others are stored and ignored.',
    sample: { apiKey: 're_123' },
  }),
  config: config.optional(),
  scopesGranted: list(text(1, 255), 100).optional().meta({ description: 'For the record only.' }),
});
export type ConnectInput = z.output<typeof connectInput>;

/** Further fields that are sent are ignored. */
export const updateInput = z.object({ id: idIn, displayName: displayName.optional(), config: config.optional() });
export type UpdateInput = z.output<typeof updateInput>;

/** The public view. */
export const channel = z
  .object({
    id,
    provider,
    externalId: z.string().nullable().meta({ description: '`pending` after OAuth until one of the assets is chosen.' }),
    displayName: z.string(),
    status: z.enum(STATUSES),
    config: z.record(z.string(), z.unknown()),
    scopesGranted: z.array(z.string()),
    lastSyncedAt: instantOut.nullable(),
    lastError: z.string().nullable().meta({ description: 'Always null; what went wrong stands at the message.' }),
    expiresAt: instantOut
      .nullable()
      .meta({ description: 'When the access token ends, for channels connected by OAuth.' }),
    createdAt: instantOut,
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof channel>;

/** The fields in the answer to connecting: exactly these seven. */
export const connectOutput = channel
  .pick({ id: true, provider: true, displayName: true, status: true, externalId: true, config: true, createdAt: true })
  .meta({ id: 'ConnectedChannel' });
export const listOutput = z.array(channel);
export const byId = z.object({ id: idIn });
export const updateOutput = z.object({ id });
export const revokeOutput = z.object({ id, status: z.literal('revoked') });

export const testInput = z.object({
  id: idIn,
  recipient: text(1, 1000)
    .transform((value) => value.trim())
    .refine((value) => value !== '', { error: 'must not be blank' })
    .meta({
      description: 'An e-mail address, an E.164 phone number or a chat id, as the channel needs it.',
      sample: 'ani@example.com',
      jsonSchema: { type: 'string' },
    }),
});
export type TestInput = z.output<typeof testInput>;
export const testOutput = z.object({ messageId: id, queued: z.literal(true), hint: z.string() });

export const DNS_KINDS = ['SPF', 'DKIM', 'DMARC', 'CNAME'] as const;
export const dnsRecordsOutput = z.object({
  provider,
  domain: z.string(),
  records: z.array(
    z.object({
      kind: z.enum(DNS_KINDS),
      name: z.string().meta({ description: "The record's full name." }),
      value: z.string(),
      hint: z.string(),
      providerDashboard: z
        .string()
        .optional()
        .meta({ description: 'Where the provider shows the exact value, when it makes one for each domain.' }),
    }),
  ),
});
export type DnsRecords = z.output<typeof dnsRecordsOutput>;

/** The state of a test message. */
export const testMessageInput = z.object({ messageId: idIn });
export const testMessageOutput = z.object({
  id,
  recipient: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'opened', 'clicked']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  sentAt: instantOut.nullable(),
});

/** Active channels that their vendor refuses, in its words. */
export const faultsOutput = z.array(z.object({ id, reason: z.string() }));

/** The facts that the gallery has to know besides the catalogue. */
export const setupOutput = z.object({
  offered: z.array(provider),
  sandbox: z.array(provider).meta({ description: 'Providers that the built-in sandbox stands in for.' }),
  oauth: z.array(
    z.object({ provider, configured: z.boolean(), redirectUri: z.string(), settings: z.array(z.string()) }),
  ),
});

export const callbackAddressOutput = z.object({
  proof: z.enum(['vendor', 'token', 'none']),
  url: z
    .string()
    .nullable()
    .meta({ description: 'What the merchant enters with the provider; null where it sends no callbacks.' }),
  verifyToken: z
    .string()
    .nullable()
    .meta({ description: "What the provider's form asks for as the verify token, where it has one." }),
  ready: z
    .boolean()
    .meta({ description: 'False: the signing secret was not given at connect, so callbacks are refused.' }),
});

/** The choices of the person after OAuth. */
export const assetsOutput = z.object({
  state: z
    .enum(['none', 'loading', 'ready', 'failed'])
    .meta({ description: 'none: the provider has no assets to choose from.' }),
  assets: z.array(z.object({ id: z.string(), name: z.string() })),
  chosen: z.string().nullable(),
  error: z.string().nullable(),
});
export const chooseAssetInput = z.object({ id: idIn, asset: text(1, 255) });
