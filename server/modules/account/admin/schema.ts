/** Partners and merchants, for the operator of the installation (docs/contract/admin.md). */
import * as z from 'zod';
import { clampedInteger, cursor, foreignId, id, idIn, instantOut, someOf, text } from '@/server/platform/lib/fields';
import { LINK_MODES, PARTNER_STATUSES } from '@/server/modules/account/admin/vocabulary';
import { nameIn, updateWorkspaceInput } from '@/server/modules/account/accounts/workspace-schema';
import { PLAN_IDS } from '@/server/modules/account/billing/plans';
import { SUBSCRIPTION_STATUSES, usageOutput } from '@/server/modules/account/billing/schema';
import { emailIn } from '@/server/platform/lib/fields';

const limit = clampedInteger({ fallback: 50, min: 1, max: 100 });

export const byId = z.object({ id: idIn });

export const partner = z
  .object({
    id,
    name: z.string(),
    identifier: z.string().meta({
      description: 'Value of `externalSource` on rows that this partner brings. Never changes.',
      sample: 'tokoplus',
    }),
    status: z.enum(PARTNER_STATUSES),
    contactEmail: z.string().nullable(),
    linkMode: z.enum(LINK_MODES),
    merchants: z.number().meta({ description: 'Number of linked workspaces.' }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Partner' });
export type Partner = z.output<typeof partner>;

export const listInput = z.object({ status: someOf(PARTNER_STATUSES) });
export const listOutput = z.object({ partners: z.array(partner) });

const fields = z.object({
  name: nameIn.meta({ sample: 'TokoPlus' }),
  contactEmail: emailIn.nullable(),
  linkMode: z.enum(LINK_MODES),
});
export const createInput = fields.partial().extend({
  name: fields.shape.name,
  identifier: text(1, 60)
    .regex(/^[a-z0-9_-]+$/, 'must be lower-case letters, digits, hyphens and underscores')
    .meta({ sample: 'tokoplus' }),
});
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const archivedOutput = z.object({ id, status: z.literal('archived') });

export const suspendInput = byId.extend({ reason: text(1, 500).meta({ sample: 'Keys were leaked.' }) });

export const keysOutput = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      name: z.string(),
      createdAt: instantOut,
      lastUsedAt: instantOut.nullable(),
      revokedAt: instantOut.nullable(),
    }),
  ),
});

export const linkedInput = byId.extend({ cursor, limit });
export const linkedOutput = z.object({
  data: z.array(z.object({ accountId: id, name: z.string(), linkedAt: instantOut })),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type LinkedPage = z.output<typeof linkedOutput>;

export const linkInput = byId.extend({ accountId: idIn });
export const linkOutput = z.object({ linked: z.boolean() });

const { country, timeZone, currency } = updateWorkspaceInput.shape;
export const makeInput = byId.extend({
  externalRef: foreignId.meta({ description: 'The partner’s own id of the merchant. A known one creates nothing.' }),
  name: nameIn.meta({ sample: 'Toko Kopi' }),
  country: country.meta({ description: 'ISO 3166-1 alpha-2. Default: ID.', sample: 'ID' }),
  timeZone: timeZone.meta({ description: 'IANA time zone. Default: Asia/Jakarta.', sample: 'Asia/Jakarta' }),
  currency: currency.meta({ description: 'ISO 4217. Default: IDR.', sample: 'IDR' }),
  ownerEmail: emailIn.optional().meta({ description: 'Receives an invitation to become the owner.' }),
});
export type MakeInput = z.output<typeof makeInput>;
export const madeOutput = z.object({ accountId: id, created: z.boolean() });
export type Made = z.output<typeof madeOutput>;

export const usageInput = byId.extend({ windowDays: clampedInteger({ fallback: 30, min: 1, max: 365 }) });
export const callsOutput = z.object({
  calls: z.array(
    z.object({
      date: z.string().meta({ description: 'Day in UTC.', sample: '2026-01-31' }),
      accountId: z
        .string()
        .nullable()
        .meta({ description: 'Workspace that was called. Null: none, an unknown one, or the partner was suspended.' }),
      ok: z.number(),
      clientErrors: z.number(),
      serverErrors: z.number(),
    }),
  ),
});
export type Calls = z.output<typeof callsOutput>['calls'];

const merchant = z.object({
  accountId: id,
  name: z.string(),
  plan: z.enum(PLAN_IDS),
  status: z.enum(SUBSCRIPTION_STATUSES).meta({ description: 'Status of the subscription; active without one.' }),
  contacts: z.number().meta({ description: 'Current number of contacts.' }),
  createdAt: instantOut,
});
export type Merchant = z.output<typeof merchant>;

export const merchantsInput = z.object({
  q: text(0, 120).optional().meta({ description: 'Part of the name, or the id.' }),
  plan: someOf(PLAN_IDS),
  status: someOf(SUBSCRIPTION_STATUSES),
  cursor,
  limit,
});
export type MerchantsInput = z.output<typeof merchantsInput>;
export const merchantsOutput = z.object({
  data: z.array(merchant.meta({ id: 'Merchant' })),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type MerchantsPage = z.output<typeof merchantsOutput>;

/** The tables whose rows are counted for one merchant, in addition to its usage. */
export const COUNTED = {
  members: 'Membership',
  apiKeys: 'ApiKey',
  webhookEndpoints: 'WebhookEndpoint',
  channels: 'ChannelIntegration',
  integrations: 'Integration',
  contactLists: 'ContactList',
  forms: 'Form',
  segments: 'AudienceSegment',
  broadcasts: 'Broadcast',
  funnels: 'Funnel',
  discountCodes: 'DiscountCode',
  campaigns: 'Brief',
  programs: 'Program',
  blogPosts: 'BlogPost',
} as const;

export const byAccount = z.object({ accountId: idIn });
export const merchantOutput = merchant.extend({
  usage: usageOutput,
  counts: z.record(z.string(), z.number()).meta({ description: 'Number of rows by resource.' }),
});
export type MerchantWithCounts = z.output<typeof merchantOutput>;

/** The partners that a workspace is linked with. */
export const linkedPartnersOutput = z.object({
  partners: z.array(
    z.object({
      id,
      name: z.string(),
      identifier: z.string(),
      status: z.enum(PARTNER_STATUSES),
      /** The mode that says whether its keys work here without a link as well. */
      linkMode: z.enum(LINK_MODES),
      contactEmail: z.string().nullable(),
      linkedAt: instantOut,
      /**
       * Counts of what the partner set up here that acts by itself and ends with the link: live keys, webhook
       * endpoints, connections to shops and channels.
       */
      keys: z.number(),
      endpoints: z.number(),
      shops: z.number(),
      channels: z.number(),
    }),
  ),
});
export type LinkedPartner = z.output<typeof linkedPartnersOutput>['partners'][number];
