/** Walks a real contact through a funnel on paper (docs/contract/funnels.md#simulate). */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { MergeValues } from '@/server/platform/email/merge-tags';
import type { TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { mergeColumns, mergeValuesOf, type MergeRow } from '@/server/modules/messaging/broadcasts/merge-values';
import { makeReady } from '@/server/modules/messaging/broadcasts/render-content';
import { unsubscribeLabel } from '@/server/platform/email/unsubscribe-link';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import { AppError, invalid } from '@/server/platform/errors';
import { dayInWords } from '@/server/platform/lib/day-in-words';
import type { StepOf, WaitCause } from '@/server/modules/automation/funnels/step-schema';
import { judge } from '@/server/modules/automation/funnels/enter';
import { funnelsOverLimit } from '@/server/modules/automation/funnels/over-plan-limit';
import { localTime, zoneOf } from '@/server/platform/lib/local-time';
import { withFunnel, type FunnelFacts } from '@/server/modules/automation/funnels/own-content';
import { simulatedFacts } from '@/server/modules/automation/funnels/simulation/facts';
import { contentOfStep, lookUpNamed, problemsOf, type Named } from '@/server/modules/automation/funnels/problems';
import { findLiveFunnels, readFunnel, type FunnelRow } from '@/server/modules/automation/funnels/rows';
import type { SimulatedContact, SimulateInput } from '@/server/modules/automation/funnels/schema';
import type { Cart, EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import {
  simulateEnrolment,
  type SimulatedMessage,
  type Script,
} from '@/server/modules/automation/funnels/simulation/enrolment';
import { planOf, type Plan } from '@/server/modules/automation/funnels/versions';

/** The id of things that come in on paper. */
export const SIMULATION = 'paper';

interface Subject extends MergeRow {
  email: string | null;
  phone: string | null;
  externalRef: string | null;
  timezone: unknown;
  shopName: string;
  country: string;
  workspaceZone: string;
}

const findSubject = workspaceStatement<Subject, [contactId: string]>(
  'funnels.simulated-contact',
  `SELECT c.email, c.phone, c."externalRef", ${mergeColumns('c')}, c.attributes->'timezone' AS timezone,
    a.name AS "shopName", a.country, a."timeZone" AS "workspaceZone"
   FROM (SELECT * FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2) c
   CROSS JOIN LATERAL (SELECT * FROM "Account" a WHERE a.id = ${THIS_WORKSPACE} OFFSET 0) a`,
);

/**
 * Returns the plan to simulate: the draft, else the definition, without copied contents.
 * @param assume the assumed variants of splits
 * @throws AppError INVALID_FUNNEL when its steps form a circle or lead nowhere
 */
export async function planSimulation(
  db: WorkspaceDb,
  row: FunnelRow,
  assume: Readonly<Record<string, string>> = {},
): Promise<{ plan: Plan; named: Named }> {
  const definition = row.draft ?? row.definition;
  const named = await lookUpNamed(db, [definition]);
  const problems = problemsOf(definition, { named, isLive: false });
  const blocking = problems.filter(({ code }) => code === 'CYCLE' || code === 'UNKNOWN_TARGET');
  if (blocking.length > 0) throw new AppError('INVALID_FUNNEL', { details: { problems: blocking } });
  const steps = definition.steps.map((step) => (step.kind === 'split' ? withVariant(step, assume[step.id]) : step));
  return {
    named,
    plan: planOf({ funnelId: row.id, version: row.version, definition: { ...definition, steps }, contents: {} }),
  };
}

/** Returns the split with everybody in one variant. */
function withVariant(step: StepOf<'split'>, id: string | undefined): StepOf<'split'> {
  const { variants } = step.config;
  if (!variants.some((variant) => variant.id === id)) return step;
  return {
    ...step,
    config: { ...step.config, variants: variants.map((each) => ({ ...each, weight: each.id === id ? 100 : 0 })) },
  };
}

/** Checks whether the workspace's plan has no room for the funnel now. */
async function isHeld(db: WorkspaceDb, { id, status }: FunnelRow): Promise<boolean> {
  if (status !== 'live') return false;
  return funnelsOverLimit(await readEffectivePlan(db), await findLiveFunnels(db)).has(id);
}

/** @throws AppError NOT_FOUND, VALIDATION for an unknown contact, INVALID_FUNNEL */
export async function simulateContact(
  db: WorkspaceDb,
  services: CompileServices,
  { id, contactId, at: enteredAt = db.now, cart: sentCart, assume = {} }: SimulateInput & { contactId: string },
): Promise<SimulatedContact> {
  const row = await readFunnel(db, id);
  const [subject] = await db.rows(findSubject, contactId);
  if (subject === undefined) throw invalid('contactId', 'must be a contact of this workspace');
  const { plan, named } = await planSimulation(db, row, assume);
  const cart: Cart | null =
    sentCart === undefined ? null : { kind: 'checkout', id: SIMULATION, ...sentCart, productUrl: null };
  const refusedBecause = await judge(
    db,
    { funnelId: id, version: row.version, definition: plan.definition, isHeld: await isHeld(db, row) },
    { contactId, triggerRef: SIMULATION, at: enteredAt, cart },
  );
  if (refusedBecause !== null) return { entered: false, refusedBecause, timeline: [], endsAt: null, exitReason: null };

  const zone = zoneOf(subject.timezone, subject.workspaceZone);
  const known = simulatedFacts(db, plan, enteredAt)({ contactId, zone });
  const { timeline, ...end } = await simulateEnrolment(plan, known, scriptOf(plan, assume), {
    triggerRef: SIMULATION,
    enteredAt,
    cart,
  });
  const render = renderer(db, services, { subject, zone, named, plan, contactId, cart });
  const shown: SimulatedContact['timeline'] = [];
  for (const { message, ...moment } of timeline)
    shown.push({
      ...moment,
      localTime: localTime(zone, moment.at),
      recipient: message?.recipient ?? null,
      rendered: message === null ? null : await render(moment.stepId, message),
    });
  return { entered: true, refusedBecause: null, timeline: shown, ...end };
}

/** Returns a script in which each assumed event comes a minute after a wait for it begins; nothing else happens. */
function scriptOf(plan: Plan, assume: Readonly<Record<string, string>>): Script {
  const isAssumed = (stepId: string | null): boolean => stepId !== null && assume[stepId] === 'event';
  return {
    answer(stepId) {
      const said = assume[stepId];
      return said === 'yes' ? true : said === 'no' ? false : undefined;
    },
    holds: isAssumed,
    next(state, after, until) {
      const step = plan.step(state.stepId);
      if (step?.kind !== 'wait_until' || state.waitingFor !== 'event' || !isAssumed(step.id)) return undefined;
      const cause = step.config.any.find((each) => 'event' in each);
      const at = new Date(Math.min(after.getTime() + MINUTE_MS, until.getTime()));
      return cause === undefined || at <= after ? undefined : eventOf(cause, state, at);
    },
  };
}

function eventOf(cause: Extract<WaitCause, { event: unknown }>, state: EnrolmentState, at: Date): TakenTrigger {
  const { id: enrolmentId, contactId, cart, lastSentStepId } = state;
  const base = { position: 0n, at, attempts: 0, contactId };
  const ofMessage = { messageId: SIMULATION, enrolmentId, stepId: cause.stepId ?? lastSentStepId ?? '' };
  switch (cause.event) {
    case 'purchase':
      return { ...base, type: 'purchase', data: { checkoutSessionId: SIMULATION } };
    case 'cart.recovered':
      return { ...base, type: 'cart_recovered', data: { checkoutId: cart?.id ?? SIMULATION } };
    case 'order.refunded':
      return {
        ...base,
        type: 'order_refunded',
        data: { orderId: SIMULATION, refunded: 0, currency: cart?.currency ?? '' },
      };
    case 'message.opened':
      return { ...base, type: 'message_opened', data: ofMessage };
    case 'message.clicked':
      return { ...base, type: 'message_clicked', data: ofMessage };
    case 'message.replied':
      return { ...base, type: 'message_replied', data: ofMessage };
    case 'list_added':
      return { ...base, type: 'list_added', data: { listId: cause.listId ?? '' } };
    case 'event':
      return { ...base, type: 'shop_event', data: { eventId: SIMULATION, name: cause.name ?? '', funnels: [] } };
  }
}

interface Scene {
  subject: Subject;
  zone: string;
  named: Named;
  plan: Plan;
  contactId: string;
  cart: Cart | null;
}

type Rendered = NonNullable<SimulatedContact['timeline'][number]['rendered']>;

/**
 * Renders a step's message as it would arrive; the unsubscribe link leads nowhere. @returns null while the step has no
 * content
 */
function renderer(
  db: WorkspaceDb,
  services: CompileServices,
  { subject, zone, named, plan, contactId, cart }: Scene,
): (stepId: string, message: SimulatedMessage) => Promise<Rendered | null> {
  return async (stepId, { code }) => {
    const step = plan.step(stepId);
    if (step?.kind !== 'send') return null;
    const { family } = providerEntry(step.config.provider);
    const own = { [family]: contentOfStep(step, named) };
    const content = contentOf(family === 'email' ? await contentAtSend(db, services, own) : own, family);
    if (content === undefined) return null;
    if (family === 'webhook') {
      const { email, phone, firstName, lastName, externalRef } = subject;
      const funnel: FunnelFacts = {
        funnelId: plan.funnelId,
        stepId,
        enrolmentId: SIMULATION,
        contact: { id: contactId, email, phone, firstName, lastName, externalRef },
        cart: cart === null ? null : { value: cart.value, currency: cart.currency, url: cart.url },
        discountCode: code?.code ?? null,
      };
      return { ...(withFunnel(funnel)(content) as object) };
    }
    const values: MergeValues = {
      ...mergeValuesOf(
        {
          ...subject,
          discountCode: code?.code ?? subject.discountCode,
          cartUrl: cart?.url ?? subject.cartUrl,
          productUrl: cart?.productUrl ?? subject.productUrl,
        },
        subject.shopName,
      ),
      ...(code?.expiresAt && { discountExpiresAt: dayInWords(code.expiresAt, zone, subject.country) }),
    };
    const link = { url: `${services.settings.baseUrl}/u/preview`, label: unsubscribeLabel(subject.country) };
    return { ...makeReady(family, content, 'funnels').render({ values, link: family === 'email' ? link : null }) };
  };
}
