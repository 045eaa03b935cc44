/** Funnels, their enrolments, and their results (docs/contract/funnels.md). The dashboard uses the same schemas. */
import * as z from 'zod';
import { record } from '@/server/platform/lib/bounded';
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
  someOf,
  text,
} from '@/server/platform/lib/fields';
import { people } from '@/server/modules/messaging/broadcasts/schema';
import { definition, storedDefinition } from '@/server/modules/automation/funnels/definition-schema';
import {
  FUNNEL_STATUSES,
  INSIDE_MODES,
  OVERDUE_MODES,
  PROBLEM_CODES,
  RECIPES,
  REFUSALS,
  SIMULATED,
  STEP_KINDS,
  WAITING_FOR,
} from '@/server/modules/automation/funnels/vocabulary';
import { ENROLMENT_STATUSES } from '@/server/platform/lib/shared-vocabulary';

const name = text(1, 120).meta({ sample: 'Cart in three steps' });
const description = text(0, 2000).nullable();

export const createInput = z.object({ name, description: description.optional(), definition });
export const updateInput = z.object({
  id: idIn,
  name: name.optional(),
  description: description.optional(),
  definition: definition.optional().meta({
    description: 'Replaces the definition of a draft funnel; becomes the draft of a funnel that was live.',
  }),
  draft: z.null().optional().meta({ description: 'Null drops the draft.' }),
});
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const problem = z
  .object({
    code: z.enum(PROBLEM_CODES),
    stepId: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'FunnelProblem' });
export type Problem = z.output<typeof problem>;

const counts = z.object({ active: z.number(), completed: z.number(), exited: z.number() });

/** The fields of a funnel that events carry: only fields whose change is itself an event. */
export const funnelForEvents = z.object({
  id,
  accountId: id,
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(FUNNEL_STATUSES),
  version: z.number().meta({ description: 'Number of the version in force; 0 before the first activation.' }),
  activatedAt: instantOut.nullable(),
  createdAt: instantOut,
  updatedAt: instantOut,
});
export type FunnelForEvents = z.output<typeof funnelForEvents>;

/** A funnel as lists show it. */
export const funnelSummary = funnelForEvents
  .extend({
    trigger: storedDefinition.shape.trigger,
    problems: z.array(problem),
    held: z.enum(['PLAN_LIMIT']).nullable().meta({
      description:
        'PLAN_LIMIT while the plan has no room for it: nobody enters, and people inside go on. Null otherwise.',
    }),
    counts,
  })
  .meta({ id: 'FunnelSummary' });
export type FunnelSummary = z.output<typeof funnelSummary>;

export const funnel = funnelSummary
  .omit({ trigger: true })
  .extend({
    definition: storedDefinition,
    draft: storedDefinition
      .nullable()
      .meta({ description: 'Changes that are not published; null when there are none.' }),
  })
  .meta({ id: 'Funnel' });
export type Funnel = z.output<typeof funnel>;

export const listInput = z.object({ status: someOf(FUNNEL_STATUSES) });
export const listOutput = z.object({ funnels: z.array(funnelSummary) });
export const byId = z.object({ id: idIn });
export const archiveOutput = z.object({ id, status: z.literal('archived') });

export const activateInput = byId.extend({
  overdue: z.enum(OVERDUE_MODES).default('shift').meta({
    description:
      'Effect on people inside a paused funnel. shift: waits are longer by the pause; run: overdue steps run now; exit: overdue people leave.',
  }),
});
export type ActivateInput = z.output<typeof activateInput>;
export const publishInput = byId.extend({
  inside: z.enum(INSIDE_MODES).default('stay').meta({
    description: 'stay: people inside finish on their version. move: they go on in the new one.',
  }),
});
export type PublishInput = z.output<typeof publishInput>;

export const enrollInput = byId.extend({
  audience: people,
  key: text(1, 100).optional().meta({ description: 'Your own key of the call. The same key lets nobody in twice.' }),
});
export type EnrollInput = z.output<typeof enrollInput>;
export const enrollOutput = z.object({
  enrolled: z.number(),
  skipped: z.partialRecord(z.enum(REFUSALS), z.number()),
});
export type EnrollOutput = z.output<typeof enrollOutput>;

export const cart = z
  .object({ value: z.number(), currency: currencyOut, url: z.string().nullable() })
  .meta({ id: 'FunnelCart' });

export const enrolment = z
  .object({
    id,
    funnelId: id,
    version: z.number(),
    contactId: id,
    status: z.enum(ENROLMENT_STATUSES),
    stepId: z.string().nullable().meta({ description: 'Current step; null once it has ended.' }),
    waitingFor: z.enum(WAITING_FOR).nullable().meta({ description: 'Reason of the present wait; null without one.' }),
    dueAt: instantOut.nullable().meta({ description: 'Time of the next look at it; null without one.' }),
    cart: cart.nullable(),
    discountCode: z.string().nullable().meta({ description: 'Newest code that was created for it.' }),
    exitReason: z.string().nullable(),
    goalAt: instantOut.nullable(),
    goalValue: z.number().nullable(),
    goalCurrency: currencyOut.nullable(),
    enteredAt: instantOut,
    endedAt: instantOut.nullable(),
  })
  .meta({ id: 'FunnelEnrolment' });
export type Enrolment = z.output<typeof enrolment>;

/** The input of the dashboard's link from something that a funnel made for a person. */
export const ofEnrolmentInput = z.object({ enrolmentId: idIn });
export const ofEnrolmentOutput = z.object({ contactId: id, funnel: z.object({ id, name: z.string() }) });

/** The fields of an enrolment that events carry. The present step is left out, because it changes with every step. */
export const enrolmentForEvents = enrolment.omit({ stepId: true, waitingFor: true, dueAt: true });

export const pathEntry = z.object({
  stepId: z.string(),
  at: instantOut,
  outcome: z.string().meta({
    description:
      'Outcome: sent, skipped, held, waited, event, timeout, yes, no, the id of a variant, minted, reused, updated, added, removed or exits.',
  }),
  messageId: z.string().nullable(),
  reason: z.string().nullable(),
});
export const enrolmentWithPath = enrolment.extend({ path: z.array(pathEntry) }).meta({ id: 'FunnelEnrolmentWithPath' });
export type EnrolmentWithPath = z.output<typeof enrolmentWithPath>;

export const enrolmentsInput = byId.extend({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  status: someOf(ENROLMENT_STATUSES),
  stepId: text(1, 40).optional(),
  contactId: idIn.optional(),
});
export type EnrolmentsInput = z.output<typeof enrolmentsInput>;
export const enrolmentsOutput = z.object({
  data: z.array(enrolment),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
/** Enrolments as the dashboard lists them. */
export const peopleOutput = enrolmentsOutput.extend({
  /** Adds the person's name or address; empty when they have neither. */
  data: z.array(enrolment.extend({ called: z.string() })),
});
export const enrolmentById = byId.extend({ eid: idIn });
export const exitInput = enrolmentById.extend({ reason: text(1, 60).optional() });
export type ExitInput = z.output<typeof exitInput>;

export const sendTestInput = byId.extend({
  stepId: text(1, 40),
  recipient: text(1, 500).refine((value) => value.trim() !== '', { error: 'must not be blank' }),
});

/** The answers to unasked questions, by step. */
const assume = record(text(1, 40), text(1, 40), 50);
export const simulateInput = withRule(
  byId.extend({
    contactId: idIn.optional().meta({ description: 'Contact to simulate; send this or `withinDays`.' }),
    at: instantIn.optional().meta({ description: 'Time at which the contact would enter. Default: now.' }),
    cart: z
      .object({
        value: money,
        currency: currencyIn,
        url: text(1, 2048).nullable().default(null),
      })
      .optional(),
    assume: assume.optional().meta({
      description:
        'Assumed outcome by step: yes or no, event or timeout, or the id of a variant. Other waits time out.',
    }),
    withinDays: z
      .number()
      .int()
      .min(1)
      .max(90)
      .optional()
      .meta({ description: 'Days of past events to replay; send this or `contactId`.' }),
  }),
  exactlyOne('contactId', 'withinDays'),
  { error: 'must have either contactId or withinDays' },
);
export type SimulateInput = z.output<typeof simulateInput>;

export const simulateContactOutput = z.object({
  entered: z.boolean(),
  refusedBecause: z.enum(REFUSALS).nullable(),
  timeline: z.array(
    z.object({
      stepId: z.string(),
      kind: z.enum(STEP_KINDS),
      at: instantOut,
      localTime: z.string().meta({ description: 'Time in the contact’s zone: YYYY-MM-DD HH:MM.' }),
      outcome: z.enum(SIMULATED),
      reason: z.string().nullable(),
      recipient: z.string().nullable(),
      rendered: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: 'Message with merge tags filled in.' }),
    }),
  ),
  endsAt: instantOut.nullable(),
  exitReason: z.string().nullable(),
});
export type SimulatedContact = z.output<typeof simulateContactOutput>;
export const simulatePastOutput = z.object({
  wouldEnter: z.number(),
  perDay: z.array(z.object({ date: z.string(), count: z.number() })),
  refused: z.partialRecord(z.enum(REFUSALS), z.number()),
  messages: z.record(z.string(), z.number()).meta({ description: 'Number of messages by step.' }),
});
export type SimulatedPast = z.output<typeof simulatePastOutput>;
export const simulateOutput = z.union([simulateContactOutput, simulatePastOutput]);

export const statsInput = byId.extend({
  windowDays: clampedInteger({ fallback: 30, min: 1, max: 400 }),
  version: clampedInteger({ fallback: 0, min: 0, max: 1_000_000 }).meta({ description: 'Version to count; 0: all.' }),
});
export type StatsInput = z.output<typeof statsInput>;

const byCurrency = z.record(z.string(), z.number());
const reasons = z.record(z.string(), z.number());
export const holdoutResult = z
  .object({
    treated: z.number(),
    treatedConverted: z.number(),
    held: z.number(),
    heldConverted: z.number(),
    incremental: z.object({
      rate: z.number(),
      conversions: z.number(),
      revenueByCurrency: byCurrency,
      low: z
        .number()
        .meta({ description: 'Lower bound of the additional conversions, at 95 %; `high` is the upper one.' }),
      high: z.number(),
    }),
    p: z.number(),
    significant: z.boolean(),
  })
  .meta({ id: 'FunnelHoldout' });
export type HoldoutResult = z.output<typeof holdoutResult>;
export const variantsResult = z
  .object({
    variants: z.array(z.object({ id: z.string(), reached: z.number(), converted: z.number(), rate: z.number() })),
    p: z.number(),
    leader: z.string().nullable(),
    winner: z.string().nullable(),
    needsMore: z.object({ people: z.number(), days: z.number() }).nullable().meta({
      description:
        'People and days needed until the present difference would be significant; null once it is, or while there is none.',
    }),
  })
  .meta({ id: 'FunnelVariants' });
export type VariantsResult = z.output<typeof variantsResult>;

export const statsOutput = z
  .object({
    windowDays: z.number(),
    from: instantOut,
    to: instantOut,
    entered: z.number(),
    refused: z.partialRecord(z.enum(REFUSALS), z.number()),
    dates: z.object({ readable: z.number(), unreadable: z.number() }).nullable().meta({
      description:
        'Contacts whose attribute is a readable date, and those with another value there. Null unless the trigger is `date`.',
    }),
    active: z.number(),
    completed: z.number(),
    exited: reasons,
    converted: z.number(),
    conversionRate: z.number(),
    revenueByCurrency: byCurrency,
    holdout: holdoutResult.nullable(),
    steps: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        reached: z.number(),
        sent: z.number(),
        delivered: z.number(),
        opened: z.number(),
        clicked: z.number(),
        failed: z.number(),
        skipped: reasons,
        converted: z.number(),
        revenueByCurrency: byCurrency,
        holdout: holdoutResult.nullable(),
        variants: variantsResult.nullable(),
      }),
    ),
  })
  .meta({ id: 'FunnelStats' });
export type Stats = z.output<typeof statsOutput>;

/** The dashboard's list of funnels. */
export const broughtOutput = z.object({
  windowDays: z.number(),
  funnels: z.array(z.object({ id, converted: z.number(), revenueByCurrency: byCurrency })),
});
export type Brought = z.output<typeof broughtOutput>;

export const recipesOutput = z.object({
  recipes: z.array(
    z.object({ key: z.enum(RECIPES), name: z.string(), description: z.string(), definition: storedDefinition }),
  ),
});

/** The dashboard's editor. */
export const editorOutput = z.object({
  funnel,
  peopleAtSteps: z.array(z.object({ stepId: z.string(), version: z.number(), people: z.number() })),
  versions: z.array(z.object({ version: z.number(), publishedAt: instantOut })),
});
export type EditorOutput = z.output<typeof editorOutput>;

export const sendTestOutput = z.object({ messageId: id, queued: z.literal(true) });
