/** Funnels in a test, without the worker's clockwork: the test says when they are led on. */
import type { FunnelEnrolment, Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import { castJson } from '@/server/platform/db/stored';
import { madeId } from '@/server/platform/db/new-id';
import { takeAllTriggers } from '@/server/platform/outbox/take-triggers';
import { now } from '@/server/platform/lib/clock';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { definition as schema, type FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { nextLook } from '@/server/modules/automation/funnels/scheduled-triggers';
import { triggerOf } from '@/server/modules/automation/funnels/service';
import { funnelTriggers } from '@/server/modules/automation/funnels/triggered';
import type { StepContent } from '@/server/modules/automation/funnels/versions';
import { leadAll, lookTurn } from '@/server/modules/automation/funnels/worker/dispatcher';

type Needs = Pick<Services, 'database' | 'log'>;

/** Does what the worker would do by now: triggers, looks, and everybody who is due. */
export async function runFunnels(services: Needs): Promise<void> {
  await takeAllTriggers(
    services,
    funnelTriggers(() => undefined),
  );
  await lookTurn(services);
  await leadAll(services);
}

/** A funnel that does nothing. */
export const BY_HAND: FunnelDefinitionIn = {
  trigger: { type: 'manual' },
  steps: [{ id: 'x1', kind: 'exit', config: { reason: 'done' } }],
};

/** A live funnel as activation leaves it, of whatever definition, sensible or not. @returns its id */
export async function makeLiveFunnel(
  { database: { prisma } }: Pick<Services, 'database'>,
  accountId: string,
  sent: FunnelDefinitionIn,
): Promise<string> {
  const at = now();
  const definition = schema.parse(sent);
  const contents: Record<string, StepContent> = {};
  for (const step of definition.steps) {
    if (step.kind !== 'send') continue;
    const { family } = providerEntry(step.config.provider);
    const content = step.config.content?.[family] ?? {};
    const row = await prisma.messageContent.create({
      data: { accountId, family, content: castJson(content as Record<string, unknown>), createdAt: at },
    });
    const tag = /\{discountCode(\|)?/.exec(JSON.stringify(content));
    contents[step.id] = {
      contentId: row.id,
      templateId: null,
      templateUpdatedAt: null,
      discountCode: tag === null ? 'none' : tag[1] === undefined ? 'needed' : 'optional',
    };
  }
  const id = madeId();
  await prisma.funnel.create({
    data: {
      id,
      accountId,
      name: id,
      status: 'live',
      version: 1,
      definition: castJson(definition),
      ...triggerOf(definition),
      activatedAt: at,
      liveSince: at,
      lookAt: nextLook(definition, at),
      lookedAt: at,
      createdAt: at,
      updatedAt: at,
      versions: {
        create: { version: 1, definition: castJson(definition), contents: castJson(contents), publishedAt: at },
      },
    },
  });
  return id;
}

/** Somebody in a funnel; inside and at no step that is due, unless told otherwise. */
export async function makeEnrolment(
  { prisma }: Services['database'],
  accountId: string,
  {
    funnelId,
    contactId,
    ...more
  }: { funnelId: string; contactId: string } & Partial<
    Omit<Prisma.FunnelEnrolmentUncheckedCreateInput, 'accountId' | 'funnelId' | 'contactId'>
  >,
): Promise<FunnelEnrolment> {
  const at = now();
  const id = madeId();
  return await prisma.funnelEnrolment.create({
    data: { id, accountId, funnelId, contactId, version: 1, triggerRef: id, stepSince: at, enteredAt: at, ...more },
  });
}
