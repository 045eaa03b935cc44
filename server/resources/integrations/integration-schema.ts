/** Integration (docs/contract/integrations.md#integrations). The dashboard uses the same schemas. */
import * as z from 'zod';
import { ofLength } from '@/server/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/lib/fields';
import {
  ABANDON_AFTER_MINUTES,
  CALL_RESULTS,
  CART_CONSENTS,
  CONSENTS,
  INTEGRATION_STATUSES,
  PROVIDERS,
  RESOURCES,
} from '@/server/resources/integrations/vocabulary';

export const provider = z.enum(PROVIDERS).meta({ id: 'IntegrationProvider' });
const resource = z.enum(RESOURCES).meta({ id: 'ShopResource' });
const displayName = text(1, 120).meta({ description: 'For you only.', sample: 'Toko di Bandung' });
const minutes = z.number().int().min(15).max(1440);

const sync = z.object({
  products: z.boolean(),
  customers: z.boolean(),
  orders: z.boolean(),
  checkouts: z.boolean(),
});

/** As sent: what is missing has the default of its provider. */
const configIn = z
  .object({
    sync: sync.partial().meta({ description: 'What is taken from the shop: all that it has, unless switched off.' }),
    consent: z
      .enum(CONSENTS)
      .nullable()
      .meta({ description: 'Of contacts that are made, where the shop says nothing of it.' }),
    abandonAfterMinutes: minutes.meta({ description: 'How long nothing may change until a checkout is left.' }),
    cartConsent: z.enum(CART_CONSENTS).meta({ description: 'Whose left checkout counts.' }),
    redeem: z.boolean().meta({ description: 'Whether a paid order redeems the first of its codes that is yours.' }),
  })
  .partial();
export type ConfigIn = z.output<typeof configIn>;

/** As stored and shown: whole. */
export const config = z
  .object({
    sync,
    consent: z.enum(CONSENTS).nullable(),
    abandonAfterMinutes: z.number().meta({ description: `${ABANDON_AFTER_MINUTES} unless sent.` }),
    cartConsent: z.enum(CART_CONSENTS),
    redeem: z.boolean(),
  })
  .meta({ id: 'IntegrationConfig' });
export type Config = z.output<typeof config>;

export const createInput = z.object({ provider, displayName, config: configIn.optional() });
export type CreateInput = z.output<typeof createInput>;
export const updateInput = z.object({
  id: idIn,
  displayName: displayName.optional(),
  config: configIn.optional().meta({ description: 'Replaces the one before: what is missing has its default again.' }),
});
export type UpdateInput = z.output<typeof updateInput>;
export const byId = z.object({ id: idIn });

/** What is told of it in events as well: nothing that changes without it. */
export const toldIntegration = z.object({
  id,
  accountId: id,
  provider,
  displayName: z.string(),
  externalId: z.string(),
  status: z.enum(INTEGRATION_STATUSES),
  config,
  resources: z.array(resource),
  scopesGranted: z.array(z.string()),
  lastSyncedAt: instantOut.nullable(),
  lastEventAt: instantOut.nullable(),
  lastError: z.string().nullable(),
  expiresAt: instantOut.nullable(),
  activatedAt: instantOut.nullable(),
  createdAt: instantOut,
  updatedAt: instantOut,
});
export type ToldIntegration = z.output<typeof toldIntegration>;

export const integration = toldIntegration
  .extend({
    webhookUrl: z.string().meta({ description: 'Where the shop calls.' }),
    held: z
      .enum(['PLAN_LIMIT'])
      .nullable()
      .meta({ description: 'Set while the plan has no room for it: what the shop then tells is not kept.' }),
  })
  .meta({ id: 'Integration' });
export type Integration = z.output<typeof integration>;

export const createOutput = integration
  .extend({ secret: z.string().meta({ description: '`whsec_…`: what the shop signs with. Answered here only.' }) })
  .meta({ id: 'CreatedIntegration' });
export type CreatedIntegration = z.output<typeof createOutput>;

/** How far back the calls of a shop are counted. */
export const CALLS_DAYS = 7;
/** Most calls that are counted, and shown. */
export const CALLS_COUNTED = 10_000;
const result = z.enum(CALL_RESULTS);
export const callsOutput = z.object({
  /** Newest first. A result of null: the worker has not looked at it yet. */
  calls: z.array(z.object({ id, receivedAt: instantOut, result: result.nullable(), reason: z.string().nullable() })),
  /** Of the newest of these days. */
  counts: z.array(z.object({ result: result.nullable(), count: z.number() })),
});
export type Calls = z.output<typeof callsOutput>;

export const listInput = z.object({
  status: ofLength(z.string(), 255)
    .optional()
    .meta({ description: 'One or several, between commas; all but revoked ones unless sent.', sample: 'active,error' }),
});
export type ListInput = z.output<typeof listInput>;
export const listOutput = z.object({ integrations: z.array(integration) });
export const revokeOutput = z.object({ id, status: z.literal('revoked') });

export const catalogOutput = z.object({
  providers: z.array(
    z
      .object({
        provider,
        label: z.string(),
        connect: z.enum(['keys', 'oauth', 'both']),
        credentials: z.array(z.string()),
        config: z.array(z.string()),
        resources: z.array(resource),
        docs: z.string(),
      })
      .meta({ id: 'IntegrationCatalogEntry' }),
  ),
});

export const CONFIG_KEYS = Object.keys(configIn.shape);
