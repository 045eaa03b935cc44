/** API key (docs/contract/api-keys.md). */
import * as z from 'zod';
import { networkIn } from '@/server/platform/lib/address';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/platform/lib/fields';
import { API_KEY_LIMITS, SCOPES } from '@/server/modules/account/api-keys/vocabulary';
import { KEPT_CALLS } from '@/server/platform/lib/shared-vocabulary';

/** An API key in the answer to its creation. */
const apiKey = z
  .object({
    id,
    name: text(1, API_KEY_LIMITS.name).meta({ description: 'Label for your own use.', sample: 'Storefront' }),
    keyId: z.string().meta({
      description: 'Public id of the key, sent in the Authorization header. Safe to log.',
      sample: 'SVCK0A1B2C3D4E5F6071',
    }),
    scopes: z.array(z.enum(SCOPES)),
    createdAt: instantOut,
    expiresAt: instantOut
      .nullable()
      .meta({ description: 'Expiry: requests from then on are 401 REVOKED_KEY. Null: the key does not expire.' }),
    allowedIps: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Networks that may use the key. Null: any.', sample: ['203.0.113.0/24'] }),
  })
  .meta({ id: 'NewApiKey' });

/** The longest text of a network: an IPv6 address that ends in an IPv4 address, with a prefix. */
const LONGEST_NETWORK = 49;

/** Checks whether a text is a network; the dashboard's forms use it, too. */
export const isNetwork = (text: string): boolean => text.length <= LONGEST_NETWORK && networkIn(text) !== null;

const network = ofLength(z.string(), LONGEST_NETWORK)
  .refine(isNetwork, { error: 'must be a network in CIDR notation, such as 203.0.113.0/24' })
  .transform((value) => networkIn(value) ?? value)
  .meta({
    description: 'Network in CIDR notation, IPv4 or IPv6. A single address counts as /32 or /128.',
    sample: '203.0.113.0/24',
  });

/** The expiry of a key, and the networks from which it may be used. */
const bounds = {
  expiresAt: instantIn.nullable().meta({ description: 'Expiry, in the future. Null: the key does not expire.' }),
  allowedIps: list(network, API_KEY_LIMITS.allowedIps)
    .min(1, 'must name at least one network, or be null to allow any')
    // Sent twice is meant once.
    .transform((networks) => [...new Set(networks)])
    .nullable()
    .meta({ description: 'Networks that may use the key. Null: any.' }),
};

export const createInput = z.object({
  name: apiKey.shape.name,
  scopes: list(z.enum(SCOPES), 100)
    .min(1, 'must have at least one scope')
    .default(['read', 'write'])
    // Sent twice is meant once.
    .transform((scopes) => [...new Set(scopes)]),
  expiresAt: bounds.expiresAt.default(null),
  allowedIps: bounds.allowedIps.default(null),
});

export const updateInput = z.object(bounds).partial().extend({ id: idIn });

export const createOutput = z.object({
  apiKey,
  secret: z.string().meta({ description: 'Shown only in this answer. It signs requests.', sample: 'svcs_…' }),
});

const listed = apiKey
  .extend({
    secretPreview: z
      .string()
      .meta({ description: 'First 8 and last 4 characters of the secret.', sample: 'svcs_Ab3…x9Qz' }),
    lastUsedAt: instantOut.nullable(),
    revokedAt: instantOut.nullable(),
    createdBy: z.string().nullable().meta({ description: 'Id of the user who created it; null when a key did.' }),
  })
  .meta({ id: 'ApiKey' });

export const listOutput = z.object({ apiKeys: z.array(listed) });
export const updateOutput = z.object({ apiKey: listed });

export const revokeInput = z.object({ id: idIn });
export const revokeOutput = z.object({ id, revokedAt: instantOut });

export const callsInput = z.object({
  id: idIn,
  limit: clampedInteger({ fallback: KEPT_CALLS, min: 1, max: KEPT_CALLS }),
  cursor,
});
const call = z.object({
  at: instantOut.meta({ description: 'Time of the answer.' }),
  method: z.string().meta({ sample: 'GET' }),
  route: z.string().meta({ description: 'Path as in this reference, without ids or query.', sample: '/contacts/{id}' }),
  status: z.number(),
  ms: z.number().meta({ description: 'Duration in milliseconds.', sample: 4.2 }),
  requestId: z.string().meta({ description: 'X-Request-Id of the answer.' }),
});
export const callsOutput = z.object({ data: z.array(call), cursor: z.string().nullable(), hasMore: z.boolean() });

export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type ApiKeyList = z.output<typeof listOutput>;
export type ListedKey = z.output<typeof listed>;
export type Call = z.output<typeof call>;
export type CallPage = z.output<typeof callsOutput>;
