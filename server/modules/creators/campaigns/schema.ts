/** Briefs (docs/contract/campaigns.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list } from '@/server/platform/lib/bounded';
import { neededWith, withRule } from '@/server/platform/lib/field-rules';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  someOf,
  text,
} from '@/server/platform/lib/fields';
import { LANGUAGES } from '@/server/platform/lib/language';
import {
  BRIEF_STATUSES,
  COMPENSATIONS,
  FORMATS,
  hasCommission,
  isPaid,
  MOST_DELIVERABLES,
  MOST_PRODUCTS,
  MOST_RIGHTS_DAYS,
  MOST_SLOTS,
} from '@/server/modules/creators/campaigns/vocabulary';
import { COLLABORATION_STATUSES, SOCIAL_PLATFORMS } from '@/server/modules/creators/collaborations/vocabulary';
import { VISIBILITIES } from '@/server/modules/creators/programs/vocabulary';

const deliverableIn = z
  .object({
    id: text(1, 40)
      .regex(/^[\w-]+$/, 'may contain only letters, digits, hyphens and underscores')
      .optional()
      .meta({ description: 'Generated unless sent.' }),
    platform: z.enum(SOCIAL_PLATFORMS),
    format: z.enum(FORMATS),
    quantity: z.number().int().min(1).max(20).default(1),
    notes: text(0, 500).nullable().default(null),
  })
  .meta({ id: 'CampaignDeliverable' });
export const deliverable = z
  .object({
    id: z.string(),
    platform: z.enum(SOCIAL_PLATFORMS),
    format: z.enum(FORMATS),
    quantity: z.number(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'BriefDeliverable' });
export type Deliverable = z.output<typeof deliverable>;

const neededForType = { error: ({ type }: Readonly<Record<string, unknown>>) => `is required for ${String(type)}` };
const compensationIn = withRule(
  withRule(
    z.object({
      type: z.enum(COMPENSATIONS),
      amount: money.nullable().default(null),
      currency: currencyIn.nullable().default(null),
      programId: idIn.nullable().default(null),
    }),
    neededWith('type', COMPENSATIONS.filter(isPaid), 'amount', 'currency'),
    neededForType,
  ),
  neededWith('type', COMPENSATIONS.filter(hasCommission), 'programId'),
  neededForType,
)
  .transform(({ type, amount, currency, programId }) => ({
    type,
    amount: isPaid(type) ? amount : null,
    currency: isPaid(type) ? currency : null,
    programId: hasCommission(type) ? programId : null,
  }))
  .meta({ id: 'CampaignCompensation' });
export const compensation = z
  .object({
    type: z.enum(COMPENSATIONS),
    amount: z.number().nullable(),
    currency: currencyOut.nullable(),
    programId: z.string().nullable(),
  })
  .meta({ id: 'Compensation' });
export type Compensation = z.output<typeof compensation>;

const fields = z.object({
  marketingCampaignId: idIn.nullable(),
  title: text(1, 120).meta({ sample: 'Pour over at home' }),
  brief: text(0, 10_000).nullable().meta({ description: 'Markdown.' }),
  coverImage: text(1, 4000)
    .refine(isWebAddress, { error: 'must be a full address that begins with http:// or https://' })
    .nullable(),
  platforms: list(z.enum(SOCIAL_PLATFORMS), 7),
  deliverables: list(deliverableIn, MOST_DELIVERABLES).min(1),
  compensation: compensationIn.nullable(),
  productRefs: list(foreignId, MOST_PRODUCTS),
  disclosure: text(0, 60).meta({ description: 'Text that every caption must contain.', sample: '#ad' }),
  usageRightsDays: z.number().int().min(0).max(MOST_RIGHTS_DAYS),
  slots: z.number().int().min(1).max(MOST_SLOTS).nullable(),
  visibility: z.enum(VISIBILITIES),
  applyBy: instantIn.nullable(),
  contentDueAt: instantIn.nullable(),
});
export const createInput = fields.partial().required({ title: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const brief = z
  .object({
    id,
    accountId: id,
    marketingCampaignId: z.string().nullable(),
    title: z.string(),
    brief: z.string().nullable(),
    coverImage: z.string().nullable(),
    platforms: z.array(z.enum(SOCIAL_PLATFORMS)),
    deliverables: z.array(deliverable),
    compensation: compensation.nullable(),
    productRefs: z.array(z.string()),
    disclosure: z.string(),
    usageRightsDays: z.number(),
    slots: z.number().nullable(),
    filledSlots: z.number(),
    visibility: z.enum(VISIBILITIES),
    status: z.enum(BRIEF_STATUSES),
    applyBy: instantOut.nullable(),
    contentDueAt: instantOut.nullable(),
    publishedAt: instantOut.nullable(),
    closedAt: instantOut.nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Brief' });
export type Brief = z.output<typeof brief>;
export const briefWithCounts = brief
  .extend({
    collaborations: z.partialRecord(z.enum(COLLABORATION_STATUSES), z.number()),
    takesNobody: z.enum(['PROGRAM_ARCHIVED']).optional().meta({
      description: 'Present when nobody can be accepted: the affiliate program that pays the commission is archived.',
    }),
  })
  .meta({ id: 'BriefWithCounts' });
export type BriefWithCounts = z.output<typeof briefWithCounts>;

/** The brief as events contain it: without its text, which may be long. */
export const briefForEvents = brief.omit({ brief: true, deliverables: true });

/** The terms that a creator agreed on. */
export const briefTerms = brief.pick({
  title: true,
  brief: true,
  deliverables: true,
  compensation: true,
  disclosure: true,
  usageRightsDays: true,
  contentDueAt: true,
});
export type BriefTerms = z.output<typeof briefTerms>;

export const listInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  status: someOf(BRIEF_STATUSES),
  q: text(0, 100).optional().meta({ description: 'Part of the title; case is ignored.' }),
});
export type ListInput = z.output<typeof listInput>;
export const listOutput = z.object({ data: z.array(brief), cursor: z.string().nullable(), hasMore: z.boolean() });
export const byId = z.object({ id: idIn });
export const previewInput = byId.extend({ language: z.enum(LANGUAGES) });
export type PreviewInput = z.output<typeof previewInput>;
/** A whole HTML document, with its style inside. */
export const previewOutput = z.object({ html: z.string() });
export type PagePreview = z.output<typeof previewOutput>;
export const archiveOutput = z.object({ id, status: z.literal('archived') });
