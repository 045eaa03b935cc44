/** Conversions, commissions and statements (docs/contract/programs.md#conversions). */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
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
import { MAILED } from '@/server/modules/creators/collaborations/vocabulary';
import {
  COMMISSION_KINDS,
  COMMISSION_STATUSES,
  FLAGS,
  NOT_VOIDED,
  STATEMENT_STATUSES,
  UNATTRIBUTED,
  UNDECIDED,
} from '@/server/modules/creators/programs/vocabulary';

/**
 * Accepts any text as a code, as typed by a shopper or read from an address. A text that is no code of ours is unknown,
 * not refused.
 */
const anyCode = text(1, 1000);

export const conversionInput = z.object({
  checkoutSessionId: foreignId,
  customerId: foreignId,
  customerEmail: text(1, 254).nullish(),
  customerPhone: text(1, 64).nullish(),
  discountCode: anyCode
    .nullish()
    .meta({ description: 'Discount code used in the order. A code of an affiliate attributes the order to them.' }),
  clickId: text(1, 255).nullish(),
  code: anyCode.nullish().meta({ description: 'Code of the affiliate’s link: `ref` in the landing address.' }),
  amount: money.meta({ description: 'Order amount that earns commission, without shipping and tax, in minor units.' }),
  currency: currencyIn,
  newCustomer: z.boolean().nullish(),
  ip: text(1, 64).nullish().meta({ description: 'IP address of the buyer. Stored as a hash, for 2 days.' }),
  externalSource: text(1, 120).nullish(),
  externalRef: foreignId.nullish(),
  occurredAt: instantIn.nullish(),
});
export type ConversionInput = z.output<typeof conversionInput>;

export const flag = z
  .object({ flag: z.enum(FLAGS), evidence: z.record(z.string(), z.union([z.string(), z.number()])) })
  .meta({ id: 'CommissionFlag' });
export type Flagged = z.output<typeof flag>;

export const conversionOutput = z.union([
  z.object({
    attributed: z.literal(true),
    created: z.boolean().meta({ description: 'False when this checkout session was reported before.' }),
    commissionId: id,
    status: z.enum(COMMISSION_STATUSES),
    flags: z.array(flag),
  }),
  z.object({ attributed: z.literal(false), reason: z.enum(UNATTRIBUTED) }),
]);
export type Conversion = z.output<typeof conversionOutput>;

export const voidInput = z.object({
  checkoutSessionId: foreignId,
  refundedAmount: money
    .nullish()
    .meta({ description: 'Total refunded so far, in minor units; the whole order unless sent.' }),
});
export type VoidInput = z.output<typeof voidInput>;
export const voidOutput = z.union([
  z.object({
    voided: z.literal(true),
    commissionId: id,
    amount: z.number().meta({ description: 'Amount that this call takes back from the commission, in minor units.' }),
    clawbackId: id.nullable(),
  }),
  z.object({ voided: z.literal(false), reason: z.enum(NOT_VOIDED) }),
]);
export type Voided = z.output<typeof voidOutput>;

export const commission = z
  .object({
    id,
    accountId: id,
    programId: id,
    collaborationId: id,
    kind: z.enum(COMMISSION_KINDS),
    ofCommissionId: id.nullable(),
    checkoutSessionId: z.string(),
    orderAmount: z.number(),
    refundedAmount: z.number(),
    amount: z.number().meta({ description: 'In minor units; negative for a clawback.' }),
    currency: currencyOut,
    status: z.enum(COMMISSION_STATUSES),
    flags: z.array(flag),
    releaseAt: instantOut.nullable(),
    statementId: id.nullable(),
    decidedBy: z.string().nullable(),
    note: z.string().nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Commission' });
export type Commission = z.output<typeof commission>;

const paging = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
const page = { cursor: z.string().nullable(), hasMore: z.boolean() };

export const commissionsInput = z.object({
  ...paging,
  status: someOf(COMMISSION_STATUSES),
  programId: idIn.optional(),
  collaborationId: idIn.optional(),
  flag: someOf(FLAGS),
});
export type CommissionsInput = z.output<typeof commissionsInput>;
export const commissionsOutput = z.object({ data: z.array(commission), ...page });

/** Commissions as the dashboard lists them, each with its affiliate's name. */
export const reviewOutput = z.object({
  data: z.array(commission.extend({ affiliate: z.string(), program: z.string() })),
  ...page,
});

const ids = list(idIn, 100).min(1);
export const approveInput = z.object({ ids, note: text(0, 500).nullish() });
export const declineInput = z.object({ ids, reason: text(1, 500), note: text(0, 500).nullish() });
export const decideOutput = z.object({
  changed: z.array(id),
  skipped: z.array(z.object({ id: z.string(), reason: z.enum(UNDECIDED) })),
});
export type Decided = z.output<typeof decideOutput>;

const statementFields = {
  id,
  accountId: id,
  number: z.number(),
  collaborationId: id,
  currency: currencyOut,
  status: z.enum(STATEMENT_STATUSES),
  total: z.number(),
  until: instantOut,
  reference: z.string().nullable(),
  paidAt: instantOut.nullable(),
  createdAt: instantOut,
};
/** A statement as lists and events show it. */
export const statementSummary = z.object(statementFields).meta({ id: 'StatementSummary' });
export type StatementSummary = z.output<typeof statementSummary>;
export const statementLine = z.object({
  commissionId: id,
  kind: z.enum(COMMISSION_KINDS),
  orderAmount: z.number(),
  amount: z.number(),
  createdAt: instantOut,
});
export const statement = statementSummary.extend({ lines: z.array(statementLine) }).meta({ id: 'Statement' });
export type Statement = z.output<typeof statement>;

export const statementsInput = z.object({
  ...paging,
  status: someOf(STATEMENT_STATUSES),
  collaborationId: idIn.optional(),
});
export type StatementsInput = z.output<typeof statementsInput>;
export const statementsOutput = z.object({ data: z.array(statementSummary), ...page });
/** Statements as the dashboard lists them. */
export const statementsShown = z.object({
  data: z.array(statementSummary.extend({ affiliate: z.string() })),
  ...page,
});

/** The dashboard's page of one statement. */
export const statementPage = z.object({ statement, affiliate: z.string(), hasBank: z.boolean() });

export const issueInput = z.object({
  programId: idIn.optional(),
  collaborationIds: list(idIn, 1000).min(1).optional(),
  until: instantIn.optional().meta({ description: 'Includes commissions created until this time; now unless sent.' }),
});
export type IssueInput = z.output<typeof issueInput>;
export const issueOutput = z.object({
  statements: z.array(statementSummary),
  mailed: z.enum(MAILED),
});
export const byId = z.object({ id: idIn });
export const payInput = byId.extend({ reference: text(1, 200), paidAt: instantIn.optional() });
export type PayInput = z.output<typeof payInput>;
export const bankDetailsOutput = z.object({ bankDetails: z.string().nullable() });
