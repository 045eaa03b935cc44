/** API key (docs/contract/api-keys.md). */
import * as z from 'zod';
import { list } from '@/server/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/lib/fields';
import { SCOPES } from '@/server/resources/api-keys/vocabulary';

const apiKey = z.object({
  id,
  name: text(1, 120).meta({ description: 'Label given on create.', sample: 'Storefront' }),
  keyId: z.string().meta({
    description: 'Public access key id. Goes into the Authorization header; safe to log.',
    sample: 'SVCK0A1B2C3D4E5F6071',
  }),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: instantOut,
});

export const createInput = z.object({
  name: apiKey.shape.name,
  scopes: list(z.enum(SCOPES), 100)
    .min(1, 'choose at least one scope')
    .default(['read', 'write'])
    // Sent twice is meant once.
    .transform((scopes) => [...new Set(scopes)]),
});

export const createOutput = z.object({
  apiKey,
  secret: z
    .string()
    .meta({ description: 'Returned here and never again; only a one-way hash is kept.', sample: 'svcs_…' }),
});

export const listOutput = z.object({
  apiKeys: z.array(
    apiKey.extend({
      secretPreview: z
        .string()
        .meta({ description: 'First 8 and last 4 characters of the secret.', sample: 'svcs_Ab3…x9Qz' }),
      lastUsedAt: instantOut.nullable(),
      revokedAt: instantOut.nullable(),
      createdBy: z.string().nullable().meta({ description: 'Id of the user who made it; null when a key did.' }),
    }),
  ),
});

export const revokeInput = z.object({ id: idIn });
export const revokeOutput = z.object({ id, revokedAt: instantOut });

export type CreateInput = z.output<typeof createInput>;
export type ApiKeyList = z.output<typeof listOutput>;
