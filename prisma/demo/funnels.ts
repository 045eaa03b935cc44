/**
 * The funnels of Kopi Nusantara: the recipe about carts, which runs since six weeks on the reminders that the shops reported,
 * with a tenth held out; and a welcome that is not finished. What happened to each person is what the worker would have
 * done at the time, so that it leads on those who are inside.
 */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import { castJson } from '@/server/platform/db/stored';
import { compileEmail } from '@/server/platform/email/compile';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { wantsCode } from '@/server/modules/automation/funnels/contents';
import type { FunnelDefinition, SendWindow } from '@/server/modules/automation/funnels/definition-schema';
import type { Step } from '@/server/modules/automation/funnels/step-schema';
import { delayEnds, windowOpens } from '@/server/platform/lib/local-time';
import { recipeOf } from '@/server/modules/automation/funnels/recipes';
import { RECIPE_NAMES } from '@/server/modules/automation/funnels/vocabulary';
import { isHeldOut, WHOLE_FUNNEL } from '@/server/modules/automation/funnels/variant-assignment';
import type { StepContent } from '@/server/modules/automation/funnels/versions';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Dice = () => number;

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;
const RUNS_SINCE_DAYS = 43;
const ZONE = 'Asia/Jakarta';
const MAIL = 'email_p1' satisfies ProviderId;
/** As codes are made of. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Who has a cart and when they were reminded of it. */
interface Left {
  id: string;
  sentAt: Date;
  recoveredAt: Date | null;
  value: bigint;
  currency: string;
  session: string | null;
  contact: { id: string; email: string; wantsMail: boolean };
}

interface Made {
  enrolments: Prisma.FunnelEnrolmentCreateManyInput[];
  passages: Prisma.FunnelPassageCreateManyInput[];
  messages: Prisma.MarketingMessageCreateManyInput[];
  codes: Prisma.DiscountCodeCreateManyInput[];
}

/** What they all share. */
interface Running {
  accountId: string;
  funnelId: string;
  channelId: string;
  definition: FunnelDefinition;
  contents: Record<string, StepContent>;
  at: Date;
  roll: Dice;
}

/** @param channels the active channel of each provider */
export async function makeFunnels(
  transaction: Transaction,
  accountId: string,
  userId: string,
  channels: ReadonlyMap<ProviderId, string>,
  at: Date,
  roll: Dice,
): Promise<void> {
  const channelId = channels.get(MAIL);
  const list = await transaction.contactList.findFirst({ where: { accountId }, orderBy: { createdAt: 'desc' } });
  if (channelId === undefined || list === null) throw new Error('The demo has neither mail nor lists.');
  const ingredients = { provider: MAIL, currency: 'IDR', listId: list.id } as const;
  const { cart, welcome } = RECIPE_NAMES.id;
  const since = new Date(at.getTime() - RUNS_SINCE_DAYS * DAY);

  const definition = compiled(recipeOf('cart', ingredients, 'id'));
  const contents = await copyContents(transaction, accountId, definition, since);
  const funnelId = madeId();
  const named = { trigger: definition.trigger.type, triggerKey: '', definition: castJson(definition) };
  const live = { activatedAt: since, liveSince: since, createdAt: new Date(since.getTime() - HOUR), updatedAt: since };
  await transaction.funnel.create({
    data: {
      ...{ id: funnelId, accountId, name: cart.name, description: cart.description, status: 'live', version: 1 },
      ...named,
      ...live,
      versions: {
        create: { version: 1, definition: castJson(definition), contents: castJson(contents), publishedAt: since },
      },
    },
  });
  const draft = compiled(recipeOf('welcome', ingredients, 'id'));
  const begun = new Date(at.getTime() - 3 * DAY);
  await transaction.funnel.create({
    data: {
      ...{ id: madeId(), accountId, name: welcome.name, description: welcome.description },
      ...{ trigger: draft.trigger.type, triggerKey: list.id, definition: castJson(draft) },
      ...{ createdAt: begun, updatedAt: begun },
    },
  });

  const made: Made = { enrolments: [], passages: [], messages: [], codes: [] };
  const lastEntered = new Map<string, Date>();
  const refused = new Map<number, number>();
  const running: Running = { accountId, funnelId, channelId, definition, contents, at, roll };
  for (const left of await cartsSince(transaction, accountId, since)) {
    const last = lastEntered.get(left.contact.id);
    if (last !== undefined && left.sentAt.getTime() - last.getTime() < 14 * DAY) {
      const hour = Math.floor(left.sentAt.getTime() / HOUR) * HOUR;
      refused.set(hour, (refused.get(hour) ?? 0) + 1);
      continue;
    }
    lastEntered.set(left.contact.id, left.sentAt);
    lead(running, left, made);
  }
  await transaction.funnelEnrolment.createMany({ data: made.enrolments });
  await transaction.funnelPassage.createMany({ data: made.passages });
  await transaction.marketingMessage.createMany({ data: made.messages });
  await transaction.discountCode.createMany({ data: made.codes });
  await transaction.funnelRefusal.createMany({
    data: [...refused].map(([hour, people]) => ({
      ...{ accountId, funnelId, at: new Date(hour), reason: 'REENTRY', people },
    })),
  });
  await transaction.auditEntry.createMany({
    data: (['funnel.create', 'funnel.activate'] as const).map((action) => ({
      ...{ accountId, actorKind: 'session', actorId: userId, action, targetType: 'funnel', targetId: funnelId },
      data: { name: cart.name },
      createdAt: action === 'funnel.create' ? live.createdAt : since,
    })),
  });
}

/** Reminders of people who are contacts, the oldest first. */
async function cartsSince(transaction: Transaction, accountId: string, since: Date): Promise<Left[]> {
  const reminders = await transaction.abandonedCartReminder.findMany({
    where: { accountId, sentAt: { gt: since } },
    orderBy: { sentAt: 'asc' },
  });
  const contacts = await transaction.contact.findMany({
    where: { accountId, email: { in: reminders.map(({ email }) => email) } },
    select: { id: true, email: true, subscriptions: true },
  });
  const known = new Map(contacts.map((contact) => [contact.email, contact]));
  return reminders.flatMap((reminder) => {
    const contact = known.get(reminder.email);
    if (contact === undefined) return [];
    const { id, sentAt, recoveredAt, valueAtSend: value, currencyAtSend: currency } = reminder;
    const wantsMail = (contact.subscriptions as { email?: string }).email !== 'unsubscribed';
    const person = { id: contact.id, email: reminder.email, wantsMail };
    return [{ id, sentAt, recoveredAt, value, currency, session: reminder.recoveredBySessionId, contact: person }];
  });
}

/** With its messages ready to leave, as saving makes them. */
function compiled(definition: FunnelDefinition): FunnelDefinition {
  const steps = definition.steps.map((step): Step => {
    if (step.kind !== 'send') return step;
    const { blocks, subject } = step.config.content?.email as { blocks: BlockDocument; subject: string };
    const letter = compileEmail(blocks, { language: 'id', assets: new Map(), products: new Map(), codes: new Map() });
    const email = { subject, preheader: '', blocks, ...letter };
    return { ...step, config: { ...step.config, content: { email } } };
  });
  return { ...definition, steps };
}

/** As publishing copies them. */
async function copyContents(
  transaction: Transaction,
  accountId: string,
  { steps }: FunnelDefinition,
  createdAt: Date,
): Promise<Record<string, StepContent>> {
  const contents: Record<string, StepContent> = {};
  for (const step of steps) {
    if (step.kind !== 'send') continue;
    const content = step.config.content?.email as Record<string, unknown>;
    const row = await transaction.messageContent.create({
      data: { accountId, family: 'email', content: castJson(content), createdAt },
    });
    contents[step.id] = {
      ...{ contentId: row.id, templateId: null, templateUpdatedAt: null },
      discountCode: wantsCode(content),
    };
  }
  return contents;
}

/** One person's way: step by step until they buy, come to the end, or stand where their time has not come. */
function lead(running: Running, left: Left, made: Made): void {
  const { accountId, funnelId, definition, at, roll } = running;
  const id = madeId();
  const { contact, sentAt, recoveredAt } = left;
  const isHeld = isHeldOut(funnelId, WHOLE_FUNNEL, contact.id, definition.holdoutPercent);
  const buysAt = recoveredAt ?? new Date(8_640_000_000_000_000);
  const enrolment: Prisma.FunnelEnrolmentCreateManyInput = {
    ...{ id, accountId, funnelId, contactId: contact.id, version: 1, triggerRef: left.id },
    cart: castJson({
      ...{ kind: 'reminder', id: left.id, value: Number(left.value), currency: left.currency },
      ...{ url: `https://kopinusantara.example/cart/${left.id}`, productUrl: null },
    }),
    ...{ enteredAt: sentAt, stepSince: sentAt },
  };
  let passed = 0;
  let since = sentAt;
  let step: Step | undefined = definition.steps[0];
  const pass = (of: Step, when: Date, outcome: string, reason: string | null = null, messageId: string | null = null) =>
    made.passages.push({
      ...{ accountId, enrolmentId: id, position: passed++, funnelId, version: 1, stepId: of.id },
      ...{ at: when, outcome, reason, messageId },
    });
  while (step !== undefined) {
    const due = dueOf(step, since, definition.sendWindow);
    if (due > buysAt || due > at) break;
    switch (step.kind) {
      case 'wait_until':
        pass(step, due, 'timeout');
        break;
      case 'delay':
        pass(step, due, 'waited');
        break;
      case 'mint_code':
        if (isHeld) pass(step, due, 'held', 'funnel');
        else {
          const code = codeOf(step, roll);
          const codeId = madeId();
          const expiresAt = new Date(due.getTime() + step.config.expiresInHours * HOUR);
          made.codes.push({
            ...{ id: codeId, accountId, code, source: 'funnel', sourceRefId: id, currency: 'IDR' },
            ...{ type: step.config.type, value: BigInt(step.config.value), scope: 'cart' },
            ...{ maxUsesTotal: 1, maxUsesPerCustomer: 1, active: true, public: false, expiresAt },
            ...{ createdAt: due, updatedAt: due },
          });
          Object.assign(enrolment, { discountCodeId: codeId, discountCode: code, discountExpiresAt: expiresAt });
          pass(step, due, 'minted', code);
        }
        break;
      case 'send':
        if (!contact.wantsMail) pass(step, due, 'skipped', 'NO_RECIPIENT');
        else if (isHeld) pass(step, due, 'held', 'funnel');
        else {
          const message = messageOf(running, step.id, { id, contact, due });
          made.messages.push(message);
          enrolment.lastSentStepId = step.id;
          pass(step, due, 'sent', null, message.id);
        }
        break;
      default:
        throw new Error(`The demo's funnel has no ${step.kind}.`);
    }
    since = due;
    const next: string | null = step.kind === 'wait_until' ? step.timeout : step.next;
    step = definition.steps.find((each) => each.id === next);
  }
  if (step === undefined) Object.assign(enrolment, { status: 'completed', endedAt: since });
  else if (buysAt <= at) Object.assign(enrolment, { status: 'exited', exitReason: 'recovered', endedAt: buysAt });
  else {
    const dueAt = dueOf(step, since, definition.sendWindow);
    const waitingFor = step.kind === 'wait_until' ? 'event' : step.kind === 'send' ? 'window' : 'time';
    Object.assign(enrolment, { stepId: step.id, stepSince: since, waitingFor, dueAt });
  }
  if (buysAt <= at && buysAt.getTime() <= sentAt.getTime() + 7 * DAY)
    Object.assign(enrolment, {
      ...{ goalAt: buysAt, goalValue: left.value, goalCurrency: left.currency, goalSession: left.session },
    });
  made.enrolments.push({ ...enrolment, passed });
}

/** When the worker leads somebody on who stands there. */
function dueOf(step: Step, since: Date, window: SendWindow | null): Date {
  if (step.kind === 'wait_until') return new Date(since.getTime() + step.config.minutes * 60 * SECOND);
  if (step.kind === 'delay') return delayEnds(step.config, since, ZONE);
  return step.kind === 'send' && window !== null ? (windowOpens(window, since, ZONE) ?? since) : since;
}

const codeOf = (step: Extract<Step, { kind: 'mint_code' }>, roll: Dice): string =>
  `${step.config.prefix}-${Array.from({ length: 8 }, () => LETTERS.charAt(Math.floor(roll() * LETTERS.length))).join('')}`;

/** Of ten that are sent about half are read. */
function messageOf(
  { accountId, funnelId, channelId, contents, at, roll }: Running,
  stepId: string,
  { id: enrolmentId, contact, due }: { id: string; contact: Left['contact']; due: Date },
): Prisma.MarketingMessageCreateManyInput & { id: string } {
  const id = madeId();
  const fate = roll();
  const status = fate < 0.02 ? 'bounced' : fate < 0.2 ? 'clicked' : fate < 0.58 ? 'opened' : 'delivered';
  const after = (seconds: number): Date => new Date(Math.min(due.getTime() + seconds * SECOND, at.getTime()));
  const isRead = status === 'opened' || status === 'clicked';
  return {
    ...{ id, accountId, funnelId, funnelStepId: stepId, enrolmentId, contactId: contact.id },
    ...{ channelIntegrationId: channelId, provider: MAIL, recipient: contact.email },
    contentId: contents[stepId]?.contentId ?? '',
    ...{ status, attempts: 1, providerMessageId: `demo-${id}`, sentAt: after(2) },
    deliveredAt: status === 'bounced' ? null : after(6),
    bouncedAt: status === 'bounced' ? after(5) : null,
    lastError: status === 'bounced' ? '550 5.1.1 The mailbox does not exist.' : null,
    openedAt: isRead ? after(600 + roll() * 20_000) : null,
    clickedAt: status === 'clicked' ? after(700 + roll() * 20_000) : null,
    ...{ createdAt: due, updatedAt: after(6) },
  };
}
