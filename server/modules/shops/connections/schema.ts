/** Integration (docs/contract/integrations.md#integrations). The dashboard uses the same schemas. */
import * as z from 'zod';
import { list, ofLength, record } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import {
  ABANDON_AFTER_MINUTES,
  CALL_RESULTS,
  CART_CONSENTS,
  CODE_STATES,
  CONSENTS,
  INTEGRATION_STATUSES,
  LONGEST_CONFIG,
  PROVIDERS,
  RUN_KINDS,
  RUN_STATUSES,
  SHEET_EVERY_MINUTES,
  SHEET_KINDS,
  SYNC_RESOURCES,
} from '@/server/modules/shops/connections/vocabulary';

export const provider = z.enum(PROVIDERS).meta({ id: 'IntegrationProvider' });
const resource = z.enum(SYNC_RESOURCES).meta({ id: 'ShopResource' });
const displayName = text(1, 120).meta({
  description: 'Name for members of the workspace only.',
  sample: 'Toko di Bandung',
});
const minutes = z.number().int().min(15).max(1440);

const sync = z.object({
  products: z.boolean(),
  customers: z.boolean(),
  orders: z.boolean(),
  checkouts: z.boolean(),
  codes: z.boolean(),
});

/** The mapping of a sheet's columns. The sheet adapter's fields.ts says which fields each kind has and needs. */
const mapping = record(text(1, 64), text(1, 255), 64);

/** The config as clients send it; missing fields get the provider's defaults. */
const configFields = z
  .object({
    sync: sync.partial().meta({
      description:
        'Resources to sync. All that the shop has are on by default; `codes` (discount codes to the shop) is off.',
    }),
    consent: z.enum(CONSENTS).nullable().meta({
      description:
        'Subscription of new contacts when the shop does not report consent. Required for customers of shops that never report it.',
    }),
    abandonAfterMinutes: minutes.meta({
      description: 'Minutes without a change until a checkout counts as abandoned, 15 to 1440. Default: 60.',
    }),
    cartConsent: z.enum(CART_CONSENTS).meta({
      description:
        'Buyers whose abandoned checkouts count: accepting (agreed to marketing) or anyone. Default: accepting.',
    }),
    redeem: z
      .boolean()
      .meta({ description: 'True: a paid order redeems the first of its discount codes that is yours.' }),
    url: text(1, 2048).meta({ description: 'Sheets only: address of the CSV file or Google Sheet.' }),
    kind: z.enum(SHEET_KINDS).meta({ description: 'Sheets only: the kind of its rows.' }),
    mapping: mapping.meta({ description: 'Sheets only: column heading, by field.' }),
    everyMinutes: z
      .number()
      .int()
      .min(15)
      .max(10_080)
      .meta({ description: 'Sheets only: minutes between two reads, 15 to 10080. Default: 1440.' }),
  })
  .partial();
const configIn = configFields
  .refine((sent) => JSON.stringify(sent).length <= LONGEST_CONFIG, {
    error: `must have at most ${LONGEST_CONFIG} characters as JSON`,
  })
  .meta({ id: 'IntegrationConfigSent' });
export type ConfigIn = z.output<typeof configIn>;

/** The config as stored and shown, with every field. */
export const config = z
  .object({
    sync,
    consent: z.enum(CONSENTS).nullable(),
    abandonAfterMinutes: z.number().meta({ description: `Minutes; ${ABANDON_AFTER_MINUTES} unless sent.` }),
    cartConsent: z.enum(CART_CONSENTS),
    redeem: z.boolean(),
    /** The address of a sheet's file; for sheets only. */
    url: z.string().optional(),
    kind: z.enum(SHEET_KINDS).optional(),
    mapping: z.record(z.string(), z.string()).optional(),
    everyMinutes: z
      .number()
      .optional()
      .meta({ description: `Minutes; ${SHEET_EVERY_MINUTES} unless sent.` }),
  })
  .meta({ id: 'IntegrationConfig' });
export type Config = z.output<typeof config>;

const credentials = record(text(1, 64), text(1, 4096), 8).meta({
  description: 'All keys of one credential set in the catalogue. Stored encrypted, never returned.',
});

export const createInput = z.object({
  provider: provider.meta({ sample: 'http_generic' }),
  displayName,
  credentials: credentials.optional(),
  config: configIn.optional(),
});
export type CreateInput = z.output<typeof createInput>;
export const updateInput = z.object({
  id: idIn,
  displayName: displayName.optional(),
  config: configIn.optional().meta({ description: 'Replaces the whole config; missing fields get their default.' }),
  credentials: credentials
    .optional()
    .meta({ description: 'All keys again, of the same shop. The shop is checked again.' }),
});
export type UpdateInput = z.output<typeof updateInput>;
export const byId = z.object({ id: idIn });

/** The fields of an integration that events carry as well: only fields that change together with the integration. */
export const integrationForEvents = z.object({
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
export type IntegrationForEvents = z.output<typeof integrationForEvents>;

export const integration = integrationForEvents
  .extend({
    webhookUrl: z.string().meta({ description: 'Webhook address for the shop.' }),
    held: z
      .enum(['PLAN_LIMIT'])
      .nullable()
      .meta({ description: 'Set while the plan has no room for the integration: data of the shop is not stored.' }),
  })
  .meta({ id: 'Integration' });
export type Integration = z.output<typeof integration>;

export const createOutput = integration
  .extend({
    secret: z
      .string()
      .optional()
      .meta({ description: 'Signing secret of http_generic, `whsec_…`. Returned only here.' }),
  })
  .meta({ id: 'CreatedIntegration' });
export type CreatedIntegration = z.output<typeof createOutput>;

/** The number of past days for which the calls of a shop are counted. */
export const CALLS_DAYS = 7;
/** Most calls that are counted, and shown. */
export const CALLS_COUNTED = 10_000;
const result = z.enum(CALL_RESULTS);
export const callsOutput = z.object({
  /** Newest first. A null result: the worker has not processed the call yet. */
  calls: z.array(z.object({ id, receivedAt: instantOut, result: result.nullable(), reason: z.string().nullable() })),
  /** The counts of the newest calls of these days. */
  counts: z.array(z.object({ result: result.nullable(), count: z.number() })),
});
export type Calls = z.output<typeof callsOutput>;

export const listInput = z.object({
  status: ofLength(z.string(), 255).optional().meta({
    description: 'One or more statuses, separated by commas. All but revoked ones unless sent.',
    sample: 'active,error',
  }),
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
        credentialSets: z
          .array(z.array(z.string()))
          .meta({ description: 'Sets of credentials. All keys of one set are required.' }),
        config: z.array(z.string()),
        resources: z.array(resource),
        docs: z.string(),
      })
      .meta({ id: 'IntegrationCatalogEntry' }),
  ),
});

/** The dashboard's page of an integration, with more than the API shows. */
export const integrationPage = z.object({
  integration,
  /** The shop's own name. */
  shopName: z.string().nullable(),
  /** The resources that the credentials do not allow, with the reason in words. */
  lacking: z.array(z.object({ resource, reason: z.string() })),
  /** Topics of webhooks that the shop refused to set up, in its words. */
  webhookFaults: z.array(z.string()),
  /** The shop does not show us orders before this time. */
  ordersSince: instantOut.nullable(),
  /** The time of the next read. */
  nextAt: instantOut.nullable(),
});
export type IntegrationPage = z.output<typeof integrationPage>;

/** The operator's setup for connecting. */
export const connectSetup = z.object({
  /** Shopify's consent page can be gone to. */
  shopifyApp: z.boolean(),
  /** True when a sandbox stands in for the storefronts. */
  sandbox: z.boolean(),
  /** The integration that imports products, as only one can; null: none does. */
  productsFrom: z.object({ id, displayName: z.string() }).nullable(),
});

export const run = z
  .object({
    id,
    integrationId: id,
    kind: z.enum(RUN_KINDS),
    resource,
    status: z.enum(RUN_STATUSES),
    total: z.number().nullable().meta({ description: 'Rows to read; null when the shop does not say.' }),
    done: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    errors: z
      .array(z.object({ ref: z.string(), reason: z.string() }))
      .meta({ description: 'The first 50 refused rows.' }),
    since: instantOut
      .nullable()
      .meta({ description: 'Rows changed or placed since this time are read; null: all rows.' }),
    ratePerMinute: z.number().nullable(),
    etaSeconds: z.number().nullable(),
    error: z.string().nullable().meta({ description: "Reason why the last page failed, in the shop's words." }),
    startedAt: instantOut.nullable(),
    finishedAt: instantOut.nullable(),
    createdAt: instantOut,
  })
  .meta({ id: 'IntegrationRun' });
export type Run = z.output<typeof run>;

export const syncInput = z.object({
  id: idIn,
  resources: list(resource, SYNC_RESOURCES.length)
    .optional()
    .meta({ description: 'Resources to read; all that are on unless sent.' }),
  full: z.boolean().optional().meta({ description: 'True: reads everything, not only changes.' }),
});
export type SyncInput = z.output<typeof syncInput>;
export const syncOutput = z.object({ runs: z.array(run) });

const page = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
export const listRunsInput = z.object({ id: idIn, ...page });
export type ListRunsInput = z.output<typeof listRunsInput>;
export const listRunsOutput = z
  .object({ data: z.array(run), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'IntegrationRunPage' });
export const runById = z.object({ id: idIn, runId: idIn });

export const shopCode = z
  .object({
    discountCodeId: id,
    code: z.string(),
    state: z.enum(CODE_STATES),
    reason: z.string().nullable(),
    pushedAt: instantOut.nullable(),
  })
  .meta({ id: 'ShopCode' });
export type ShopCode = z.output<typeof shopCode>;
/** A code's state in a shop, for the code's page. */
export const codeInShop = z.object({
  integrationId: id,
  displayName: z.string(),
  provider,
  state: z.enum(CODE_STATES),
  reason: z.string().nullable(),
  pushedAt: instantOut.nullable(),
});
export type CodeInShop = z.output<typeof codeInShop>;
export const codeInShopsOutput = z.object({ shops: z.array(codeInShop) });
export const listCodesInput = z.object({
  id: idIn,
  state: ofLength(z.string(), 255)
    .optional()
    .meta({ description: 'One or more states, separated by commas. All unless sent.' }),
  ...page,
});
export type ListCodesInput = z.output<typeof listCodesInput>;
export const listCodesOutput = z
  .object({ data: z.array(shopCode), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'ShopCodePage' });
