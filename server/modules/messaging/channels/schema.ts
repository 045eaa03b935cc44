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

/** A provider of the catalogue, by its id on the wire. */
export const provider = z.enum(PROVIDER_IDS).meta({ id: 'ProviderId' });
/** A provider that this server offers, for input. Stored rows may have a provider that the server offered before. */
export const providerIn = provider.refine(isEnabledProvider, { error: 'is not offered by this server' });
const displayName = text(1, 120).meta({ description: 'Name for members of the workspace only.', sample: 'Newsletter' });

/** Far more than any provider needs, and small enough to list many channels. */
const MAX_CONFIG_BYTES = 32 * 1024;
/** Read as e-mail addresses by the e-mail providers; empty counts as not there. */
const ADDRESSES = ['fromEmail', 'replyTo'] as const;

const config = freeForm(MAX_CONFIG_BYTES)
  .superRefine((value, ctx) => {
    for (const key of ADDRESSES) {
      const address = value[key] ?? '';
      if (address === '' || (typeof address === 'string' && isAddress(address))) continue;
      const message = 'must be one e-mail address, such as halo@tokoanda.co.id; put a name into fromName';
      ctx.addIssue({ code: 'invalid_format', format: 'email', path: [key], message });
    }
  })
  .meta({
    description:
      'Free-form object. E-mail uses fromEmail, fromName, replyTo and dkimSelector (for the domain check); SMS uses fromNumber.',
    sample: { fromEmail: 'halo@tokoanda.co.id' },
    jsonSchema: { type: 'object', additionalProperties: true },
  });

export const connectInput = z.object({
  provider: providerIn.meta({ sample: 'email_p1' }),
  displayName,
  externalId: text(0, 120)
    .nullish()
    .meta({ description: "The provider's id of the connected account, page or number." }),
  credentials: record(text(1, 100), text(0, 20_000), 50).meta({
    description: "The provider's keys. Stored encrypted, never returned.",
    sample: { apiKey: 're_123' },
  }),
  config: config.optional(),
  scopesGranted: list(text(1, 255), 100)
    .optional()
    .meta({ description: 'Scopes that the provider granted. Stored only.' }),
});
export type ConnectInput = z.output<typeof connectInput>;

/** Unknown fields are ignored. */
export const updateInput = z.object({ id: idIn, displayName: displayName.optional(), config: config.optional() });
export type UpdateInput = z.output<typeof updateInput>;

/** The public view. */
export const channel = z
  .object({
    id,
    provider,
    externalId: z.string().nullable().meta({
      description: "The provider's id of the account, page or number; `pending` after OAuth until one is chosen.",
    }),
    displayName: z.string(),
    status: z.enum(STATUSES),
    config: z.record(z.string(), z.unknown()),
    scopesGranted: z.array(z.string()),
    lastSyncedAt: instantOut.nullable(),
    lastError: z.string().nullable().meta({ description: 'Always null; the message itself has the error.' }),
    expiresAt: instantOut
      .nullable()
      .meta({ description: 'Expiry of the access token, for channels connected by OAuth.' }),
    createdAt: instantOut,
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof channel>;

/** The answer to connecting: exactly these seven fields. */
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
      description: 'E-mail address, phone number in E.164 or chat id, as the channel needs it.',
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
      name: z.string().meta({ description: 'Full name of the record.' }),
      value: z.string(),
      hint: z.string(),
      providerDashboard: z
        .string()
        .optional()
        .meta({ description: 'Page of the provider that shows the exact value, when it differs by domain.' }),
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

/** Active channels that their vendor refuses, with the vendor's reason. */
export const faultsOutput = z.array(z.object({ id, reason: z.string() }));

/** The server's settings that the gallery needs beside the catalogue. */
export const setupOutput = z.object({
  offered: z.array(provider),
  sandbox: z.array(provider).meta({ description: 'Providers whose messages go to the built-in sandbox.' }),
  oauth: z.array(
    z.object({ provider, configured: z.boolean(), redirectUri: z.string(), settings: z.array(z.string()) }),
  ),
});

export const callbackAddressOutput = z.object({
  proof: z.enum(['vendor', 'token', 'none']),
  url: z
    .string()
    .nullable()
    .meta({ description: 'Callback address to enter with the provider; null when it sends no callbacks.' }),
  verifyToken: z
    .string()
    .nullable()
    .meta({ description: 'Verify token to enter with the provider, when it asks for one.' }),
  ready: z.boolean().meta({ description: 'False: the signing secret is missing, so callbacks are refused.' }),
});

/** The choices of the person after OAuth. */
export const assetsOutput = z.object({
  state: z.enum(['none', 'loading', 'ready', 'failed']).meta({ description: 'none: there is nothing to choose.' }),
  assets: z.array(z.object({ id: z.string(), name: z.string() })),
  chosen: z.string().nullable(),
  error: z.string().nullable(),
});
export const chooseAssetInput = z.object({ id: idIn, asset: text(1, 255) });
