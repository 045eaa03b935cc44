/**
 * The dashboard's view of referrals: lists of links and attributions, the details of an attribution, and the funnel of
 * all.
 */
import * as z from 'zod';
import { clampedInteger, currencyOut, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import { ATTRIBUTION_STATUSES, LINK_SORTS, REFUSALS } from '@/server/modules/offers/referrals/vocabulary';
import { attribution, link, ROLES, VOID_REASONS } from '@/server/modules/offers/referrals/schema';

export type LinkSort = (typeof LINK_SORTS)[number];
const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };
/** Rows a page. */
export const limit = clampedInteger({ fallback: 50, min: 1, max: 100 });

/** The contact with a customer's id (the newest with the id as externalRef), for people who read the list. */
const person = z
  .object({ id, name: z.string().meta({ description: 'Name, or else e-mail, or else phone.' }) })
  .meta({ id: 'ReferralPerson' })
  .nullable();
export type Person = z.output<typeof person>;

const amountIn = z.object({ currency: currencyOut, amount: z.number() });

export const listedLink = link.extend({
  customer: person,
  pending: z.number().meta({ description: 'Attributions that wait for an order.' }),
  revenues: z.array(amountIn).meta({ id: 'Revenues', description: 'Revenue by currency, in minor units.' }),
});
export type ListedLink = z.output<typeof listedLink>;
export const listLinksInput = z.object({
  limit,
  cursor,
  q: text(0, 100).optional().meta({ description: "Part of the customer's id or the code; case is ignored." }),
  sort: z.enum(LINK_SORTS).default('newest'),
});
export type ListLinksInput = z.output<typeof listLinksInput>;
export const listLinksOutput = z.object({ items: z.array(listedLink), ...page });

export const linkDetails = listedLink.extend({
  expired: z.number(),
  voided: z.number(),
  firstClickAt: instantOut.nullable(),
  lastClickAt: instantOut.nullable(),
  shareText: z.string().optional().meta({
    description: 'Text to share, as `POST /referrals/links/issue` returns it. Absent while the program is disabled.',
  }),
});
export type LinkDetails = z.output<typeof linkDetails>;

export const listedAttribution = attribution.extend({
  linkCode: z.string(),
  referrer: person,
  referee: person,
  amount: z
    .number()
    .nullable()
    .meta({ description: 'Gross amount of the rewarded checkout, in minor units; null before.' }),
  currency: z.string().nullable(),
  voidReason: z.enum(VOID_REASONS).nullable(),
  updatedAt: instantOut.meta({
    description: 'Time of the last change, such as expiry or voiding.',
  }),
  needsReview: z
    .boolean()
    .optional()
    .meta({ description: 'Present with `heldUntil`. True: it is rewarded only after an approval.' }),
  reviewedAt: instantOut.optional().meta({ description: 'Time of the approval or refusal.' }),
  reviewNote: z.string().optional(),
});
export type ListedAttribution = z.output<typeof listedAttribution>;
export const listAttributionsInput = z.object({
  limit,
  cursor,
  status: z.enum(ATTRIBUTION_STATUSES).optional(),
  linkId: idIn.optional(),
  q: text(0, 100).optional().meta({
    description: "Part of either customer's id, the code, the checkout session or externalRef; case is ignored.",
  }),
});
export type ListAttributionsInput = z.output<typeof listAttributionsInput>;
export const listAttributionsOutput = z.object({ items: z.array(listedAttribution), ...page });

const mintedCode = z
  .object({
    id,
    code: z.string(),
    type: z.enum(TYPES),
    value: z.number(),
    currency: currencyOut,
    active: z.boolean(),
    expiresAt: instantOut.nullable(),
    redeemedAt: instantOut.nullable().meta({ description: 'Time of the redemption; null while unused.' }),
  })
  .meta({ id: 'RewardCode' });
export type MintedCode = z.output<typeof mintedCode>;

/** The whole way from link to reward. */
export const attributionDetails = listedAttribution.extend({
  link: link.pick({ id: true, code: true, clicks: true, createdAt: true }),
  clicksBefore: z
    .object({ count: z.number(), first: instantOut.nullable(), last: instantOut.nullable() })
    .meta({ description: 'Clicks on the link before the sign-up, by anybody.' }),
  codes: z.object({ referrer: mintedCode.nullable(), referee: mintedCode.nullable() }),
});
export type AttributionDetails = z.output<typeof attributionDetails>;

/** The origin of a reward code; null for any other code. */
export const originOutput = z
  .object({
    attributionId: id,
    role: z.enum(ROLES),
    status: z.enum(ATTRIBUTION_STATUSES),
    linkCode: z.string(),
    referrerCustomerId: z.string(),
    refereeCustomerId: z.string(),
  })
  .nullable();
export type Origin = z.output<typeof originOutput>;

export const funnelInput = z.object({ days: z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30) });
const compared = z.object({ current: z.number(), previous: z.number() });
export const funnelOutput = z.object({
  points: z.array(z.object({ day: z.string(), clicks: z.number(), signups: z.number(), rewards: z.number() })),
  clicks: compared,
  signups: compared,
  rewards: compared,
  revenue: z.array(compared.extend({ currency: currencyOut })),
  refused: z
    .array(z.object({ reason: z.enum(REFUSALS), count: z.number() }))
    .meta({ description: 'Sign-ups that were not attributed, by reason, most frequent first.' }),
  held: z.number().meta({ description: 'Rewards held back now.' }),
  waiting: z.number().meta({ description: 'Held rewards that need a decision.' }),
});
export type Funnel = z.output<typeof funnelOutput>;
