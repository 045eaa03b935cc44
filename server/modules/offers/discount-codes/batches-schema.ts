/** Batch of codes (docs/contract/discount-codes.md#batches). The dashboard's form uses the same schemas. */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { exactlyOne, withRule } from '@/server/platform/lib/field-rules';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { createInput, discountCode } from '@/server/modules/offers/discount-codes/schema';
import { BATCH_STATUSES, CODE_USES, MAX_BATCH } from '@/server/modules/offers/discount-codes/vocabulary';

const template = createInput.omit({ code: true });

export const createBatchInput = withRule(
  z.object({
    name: text(1, 120),
    count: z
      .number()
      .int()
      .min(1)
      .max(MAX_BATCH)
      .optional()
      .meta({ description: 'Number of codes, 1 to 50,000. Leave it out with an audience.', sample: 100 }),
    prefix: text(0, 20)
      .regex(/^[A-Z0-9-]*$/, 'may contain only capital letters, digits and hyphens')
      .default(''),
    length: z
      .number()
      .int()
      .min(6)
      .max(16)
      .default(8)
      .meta({ description: 'Number of random characters after the prefix.' }),
    template: template.meta({
      description: 'Terms of each code. `maxUsesTotal` is per code, 1 unless sent.',
      sample: { type: 'percent', value: 25, currency: 'IDR' },
    }),
    totalLimit: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .nullable()
      .default(null)
      .meta({ description: 'Most redemptions of all codes together. Null: no limit.' }),
    audience: z
      .object({ listIds: list(idIn, 100).optional(), segmentIds: list(idIn, 100).optional() })
      .optional()
      .meta({ description: 'Lists and segments whose contacts get one code each. Unknown ids are ignored.' }),
  }),
  exactlyOne('count', 'audience'),
  { error: 'takes either count or audience', path: 'count' },
);
export type CreateBatchInput = z.output<typeof createBatchInput>;
export type BatchTemplate = CreateBatchInput['template'];

export const discountBatch = z
  .object({
    id,
    name: z.string(),
    status: z.enum(BATCH_STATUSES),
    count: z
      .number()
      .nullable()
      .meta({ description: 'Number of codes; null for an audience until the batch is ready.' }),
    minted: z.number(),
    redeemed: z.number(),
    totalLimit: z.number().nullable(),
    template: discountCode
      .omit({
        id: true,
        accountId: true,
        code: true,
        redemptionCount: true,
        source: true,
        sourceRefId: true,
        createdAt: true,
        updatedAt: true,
      })
      .meta({ id: 'DiscountBatchTemplate' }),
    createdAt: instantOut,
    readyAt: instantOut.nullable(),
  })
  .meta({ id: 'DiscountBatch' });
export type DiscountBatch = z.output<typeof discountBatch>;

const page = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
const paged = { cursor: z.string().nullable(), hasMore: z.boolean() };
export const listBatchesInput = z.object(page);
export type ListBatchesInput = z.output<typeof listBatchesInput>;
export const listBatchesOutput = z.object({ data: z.array(discountBatch), ...paged });
export type BatchPage = z.output<typeof listBatchesOutput>;

export const batchById = z.object({ id: idIn });
export const batchCodesInput = z.object({ id: idIn, ...page, state: z.enum(CODE_USES).optional() });
export type BatchCodesInput = z.output<typeof batchCodesInput>;
export const batchCode = z
  .object({
    id,
    code: z.string(),
    active: z.boolean(),
    redemptionCount: z.number(),
    contactId: z.string().nullable(),
    email: z.string().nullable(),
    externalRef: z.string().nullable(),
    redeemedAt: instantOut.nullable().meta({ description: 'Time of the first redemption that was not rolled back.' }),
    checkoutSessionId: z.string().nullable(),
  })
  .meta({ id: 'DiscountBatchCode' });
export type BatchCode = z.output<typeof batchCode>;
export const batchCodesOutput = z.object({ data: z.array(batchCode), ...paged });
export type BatchCodePage = z.output<typeof batchCodesOutput>;

export const cancelBatchOutput = z.object({ id, deactivated: z.number() });
