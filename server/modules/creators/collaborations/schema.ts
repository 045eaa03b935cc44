/** Collaborations (docs/contract/collaborations.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list, record } from '@/server/platform/lib/bounded';
import { exactlyOne, withRule } from '@/server/platform/lib/field-rules';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  queryBoolean,
  someOf,
  text,
} from '@/server/platform/lib/fields';
import { emailIn } from '@/server/platform/lib/fields';
import {
  AUTHORS,
  COLLABORATION_STATUSES,
  KINDS,
  MAILED,
  MOST_INVITED,
  SHIPPING_STATES,
  SKIPPED,
  SUBMISSION_STATUSES,
  WARNINGS,
} from '@/server/modules/creators/collaborations/vocabulary';

const socialHandles = record(text(1, 40), text(1, 200), 20).meta({
  id: 'SocialHandles',
  description: 'Name or address of the account, by social network.',
  sample: { social_p2: '@kopi.dan.senja' },
});
const creatorIn = z
  .object({
    name: text(1, 120),
    email: emailIn,
    phone: text(1, 64).nullish(),
    socialHandles: socialHandles.nullish(),
    followers: z.number().int().min(0).max(2_147_483_647).nullish(),
  })
  .meta({ id: 'CreatorSent' });
export type CreatorInput = z.output<typeof creatorIn>;
const message = text(0, 2000).nullish().meta({ description: 'Your words in the invitation.' });
const fee = z.object({ amount: money, currency: currencyIn }).meta({ id: 'CollaborationFee' });

export const invited = creatorIn.extend({ message });
export const inviteInput = z.object({ id: idIn, creators: list(invited, MOST_INVITED).min(1) });
export type InviteInput = z.output<typeof inviteInput>;
export const inviteOutput = z.object({
  invited: z.array(id),
  skipped: z.array(z.object({ index: z.number(), reason: z.enum(SKIPPED) })),
  mailed: z.enum(MAILED),
});
export type InviteOutput = z.output<typeof inviteOutput>;

export const createInput = withRule(
  z.object({
    campaignId: idIn.optional(),
    programId: idIn.optional(),
    creator: creatorIn,
    message,
    fee: fee.nullish(),
  }),
  exactlyOne('programId', 'campaignId'),
  { error: 'takes either campaignId or programId' },
);
export type CreateInput = z.output<typeof createInput>;

export const applicationInput = creatorIn.extend({
  id: idIn,
  message: text(0, 2000).nullish(),
  ip: text(1, 64).nullish().meta({
    description:
      'IP address of the applicant, for the hourly limit; without it, the address of the caller counts. Stored as a hash.',
  }),
  consent: z.literal(true, { error: 'must be true: the applicant agrees that the shop keeps the data' }),
});
export type ApplicationInput = z.output<typeof applicationInput>;
export const applicationOutput = z.object({ applied: z.literal(true) });

const creator = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  socialHandles: z.record(z.string(), z.string()),
  followers: z.number().nullable(),
});

export const submission = z
  .object({
    id,
    deliverableId: z.string(),
    url: z.string().nullable(),
    imageKey: z.string().nullable(),
    caption: z.string(),
    status: z.enum(SUBMISSION_STATUSES),
    feedback: z.string().nullable(),
    warnings: z.array(z.enum(WARNINGS)),
    submittedAt: instantOut,
    reviewedAt: instantOut.nullable(),
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof submission>;

/** The collaboration as events contain it: without the portal's token and the merchant's note. */
export const collaborationForEvents = z.object({
  id,
  accountId: id,
  kind: z.enum(KINDS),
  campaignId: id.nullable(),
  programId: id.nullable(),
  creator,
  status: z.enum(COLLABORATION_STATUSES),
  message: z.string().nullable(),
  emailVerified: z.boolean(),
  linkCode: z.string().nullable(),
  discountCodeId: id.nullable(),
  fee: z.object({ amount: z.number(), currency: currencyOut }).nullable(),
  shipping: z.object({
    state: z.enum(SHIPPING_STATES),
    carrier: z.string().nullable(),
    trackingRef: z.string().nullable(),
    sentAt: instantOut.nullable(),
  }),
  invitedAt: instantOut.nullable(),
  acceptedAt: instantOut.nullable(),
  endedAt: instantOut.nullable(),
  expiresAt: instantOut.nullable(),
  createdAt: instantOut,
  updatedAt: instantOut,
});
export type CollaborationForEvents = z.output<typeof collaborationForEvents>;

export const collaboration = collaborationForEvents
  .extend({
    contactId: id.nullable().meta({ description: 'The newest contact with this e-mail.' }),
    linkUrl: z.string().nullable(),
    terms: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The terms as they were when the collaboration was accepted.' }),
    suspendedFor: z.string().nullable(),
    submissions: z.array(submission),
    internalNote: z.string().nullable(),
    unreadAt: instantOut
      .optional()
      .meta({ description: "Time of the creator's last activity; absent once a member has read or answered it." }),
    portalUrl: z.string().meta({
      description:
        "Address of the creator's page. Secret: anybody who has it acts as the creator. Empty for members who may only read.",
    }),
  })
  .meta({ id: 'Collaboration' });
export type Collaboration = z.output<typeof collaboration>;

/** The answer of operations that also write to the creator. */
export const mailedCollaboration = collaboration.extend({ mailed: z.enum(MAILED) });
export type MailedCollaboration = z.output<typeof mailedCollaboration>;

const paging = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
const page = { cursor: z.string().nullable(), hasMore: z.boolean() };
export const listInput = z.object({
  ...paging,
  kind: someOf(KINDS),
  status: someOf(COLLABORATION_STATUSES),
  campaignId: idIn.optional(),
  programId: idIn.optional(),
  unread: queryBoolean.optional().meta({ description: 'true: only unread collaborations; false: only read ones.' }),
  q: text(0, 100).optional().meta({ description: 'Part of the name or the e-mail; case is ignored.' }),
});
export type ListInput = z.output<typeof listInput>;
export const listOutput = z.object({ data: z.array(collaboration), ...page });
/** A collaboration as the dashboard lists it: with its brief's title or its program's name. */
export const shownOutput = z.object({ data: z.array(collaboration.extend({ about: z.string() })), ...page });
/** The dashboard's page of one collaboration. */
export const pageOutput = z.object({
  collaboration,
  about: z.string(),
  code: z.string().nullable(),
  figures: z.object({
    clicks: z.number(),
    sales: z.number(),
    earned: z.array(z.object({ currency: currencyOut, amount: z.number() })),
  }),
  hasAddress: z.boolean(),
  wantsMails: z.boolean(),
});
export type PageOutput = z.output<typeof pageOutput>;
/** The delivery address. */
export const addressOutput = z.object({ address: z.string().nullable() });

/** The collaborations of one brief. */
export const ofCampaignInput = z.object({ ...paging, id: idIn, status: someOf(COLLABORATION_STATUSES) });

export const byId = z.object({ id: idIn });
export const updateInput = byId.extend({
  creator: creatorIn.partial().optional(),
  fee: fee.nullable().optional(),
  shipping: z
    .object({
      state: z.enum(SHIPPING_STATES),
      carrier: text(1, 120).nullable(),
      trackingRef: text(1, 200).nullable(),
      sentAt: instantIn.nullable(),
    })
    .partial()
    .optional(),
  internalNote: text(0, 2000).nullable().optional(),
});
export type UpdateInput = z.output<typeof updateInput>;
export const readInput = byId.extend({
  seen: instantIn.optional().meta({ description: 'The `unreadAt` that was shown; later activity stays unread.' }),
});
export type ReadInput = z.output<typeof readInput>;
export const endOutput = z.object({ id, status: z.literal('ended') });

export const acceptInput = byId.extend({
  code: text(1, 50).optional().meta({ description: 'The discount code to create; `AFF-XXXXXX` unless sent.' }),
});
export type AcceptInput = z.output<typeof acceptInput>;
export const suspendInput = byId.extend({ reason: text(1, 500) });
const submissionIds = list(idIn, 200)
  .min(1)
  .optional()
  .meta({ description: 'All submissions that wait for review unless sent.' });
export const approveInput = byId.extend({ submissionIds });
export const requestChangesInput = byId.extend({ submissionIds, feedback: text(1, 2000) });
export type ReviewInput = z.output<typeof approveInput>;

export const submitInput = withRule(
  byId.extend({
    deliverableId: text(1, 40).meta({
      description: 'Id of one of the agreed deliverables.',
      sample: '<deliverableId>',
    }),
    url: text(1, 2000)
      .refine((value) => isWebAddress(value) && /^https:/i.test(value), {
        error: 'must be a full address that begins with https://',
      })
      .optional()
      .meta({ sample: 'https://social.example/p/1041' }),
    imageKey: text(1, 200).optional(),
    caption: text(0, 2000).default(''),
  }),
  exactlyOne('url', 'imageKey'),
  { error: 'takes either url or imageKey' },
);
export type SubmitInput = z.output<typeof submitInput>;

export const chatMessage = z
  .object({ id, author: z.enum(AUTHORS), text: z.string(), createdAt: instantOut })
  .meta({ id: 'CollaborationMessage' });
export type ChatMessage = z.output<typeof chatMessage>;
export const messagesInput = byId.extend(paging);
export type MessagesInput = z.output<typeof messagesInput>;
export const messagesOutput = z.object({ data: z.array(chatMessage), ...page });
export const writeInput = byId.extend({ text: text(1, 4000) });
export const writtenOutput = chatMessage.extend({ mailed: z.enum(MAILED) });
export const portalOutput = z.object({ portalUrl: z.string() });
