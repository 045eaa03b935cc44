/** Template (docs/contract/broadcasts.md#templates). */
import * as z from 'zod';
import { list, record } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { provider, providerIn } from '@/server/modules/messaging/channels/schema';
import { blockDocument, BLOCK_LIMITS } from '@/server/platform/email/blocks-schema';
import { MAX_CONTENT_BYTES } from '@/server/modules/messaging/broadcasts/vocabulary';
import { isWebAddress } from '@/server/platform/email/addresses';

const document = blockDocument.nullable();

const fields = z.object({
  name: text(1, 120).meta({ description: 'Unique in the workspace.', sample: 'Surat mingguan' }),
  description: text(0, 2000).nullable(),
  providers: list(providerIn, 10)
    .transform((picked) => [...new Set(picked)])
    .meta({
      description: 'Providers to send over; duplicates count once.',
      sample: ['email_p1'],
      jsonSchema: { type: 'array', items: { $ref: '#/components/schemas/ProviderId' }, maxItems: 10 },
    }),
  content: freeForm(MAX_CONTENT_BYTES).meta({
    description: 'Content by channel family, as in a broadcast.',
    sample: { email: { subject: 'Halo' } },
  }),
  blocks: document.meta({
    description: 'Block document, compiled on save into content.email.html and .text. Null: `content` stays as it is.',
  }),
});

export const createInput = fields.partial().required({ name: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const template = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    description: z.string().nullable(),
    providers: z.array(provider),
    content: z.record(z.string(), z.unknown()),
    blocks: document,
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Template' });
export type Template = z.output<typeof template>;

export const one = z.object({ template }).meta({ id: 'TemplateAnswer' });
export const listOutput = z.object({ templates: z.array(template) });
export const byId = z.object({ id: idIn });

export const compileInput = blockDocument.extend({
  assetUrls: record(
    text(1, BLOCK_LIMITS.key),
    text(1, BLOCK_LIMITS.url).refine(isWebAddress, { error: 'must be an http or https address' }),
    1000,
  )
    .nullish()
    .meta({
      description: 'Addresses that replace the public ones of images, by storage key.',
      sample: {},
    }),
  marks: z.boolean().nullish().meta({ description: 'True: each block carries its path in `data-block`.' }),
});
export const compileOutput = z.object({ html: z.string(), text: z.string() });

/** The dashboard's list: in pages and without contents. */
export const overviewInput = z.object({
  limit: clampedInteger({ fallback: 24, min: 1, max: 100 }),
  cursor,
  q: text(0, 120).optional(),
});
export type OverviewInput = z.output<typeof overviewInput>;
const summary = template
  .pick({ id: true, name: true, description: true, createdAt: true, updatedAt: true })
  .extend({ subject: z.string().nullable(), hasBlocks: z.boolean() });
export type TemplateSummary = z.output<typeof summary>;
export const overviewOutput = z.object({
  items: z.array(summary),
  total: z.number(),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
