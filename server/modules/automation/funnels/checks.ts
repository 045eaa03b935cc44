/** The checks of a saved definition beyond its schema (docs/contract/funnels.md#definition). */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign } from '@/server/platform/errors';
import {
  invalidDefinition,
  propertyFault,
  readDefinition,
} from '@/server/modules/audience/audience-segments/definition';
import { compileEmailContent, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { requireValidRule } from '@/server/modules/offers/discount-codes/service';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import type { Step, WaitProperty } from '@/server/modules/automation/funnels/step-schema';

/** Reads a segment's definition; an error names its path from the root of the funnel's definition. */
function readAt(path: string, raw: unknown): ReturnType<typeof readDefinition> {
  try {
    return readDefinition(raw);
  } catch (error) {
    if (!(error instanceof AppError) || error.appCode !== 'INVALID_DEFINITION') throw error;
    const inner = typeof error.details?.path === 'string' ? error.details.path : '';
    const reason = typeof error.details?.reason === 'string' ? error.details.reason : error.message;
    const whole = inner === '' ? path : `${path}.${inner}`;
    throw new AppError('INVALID_DEFINITION', { message: `${whole}: ${reason}`, details: { path: whole, reason } });
  }
}

/** Returns the fault of a wait's condition on an event's properties. */
function waitFault({ entryProperty, ...each }: WaitProperty, trigger: FunnelDefinition['trigger']): string | undefined {
  if (entryProperty === undefined) return propertyFault(each);
  if (each.value !== undefined) return 'must have a value or an entryProperty, not both';
  if (each.op !== 'eq') return 'entryProperty is allowed only with eq';
  return trigger.type === 'event' ? undefined : 'entryProperty is allowed only with a trigger of the type event';
}

function requireWhere(path: string, fault: string | undefined): void {
  if (fault !== undefined) throw invalidDefinition(path, fault);
}

function readStep(step: Step, at: string, trigger: FunnelDefinition['trigger']): Step {
  if (step.kind === 'condition' && 'definition' in step.config)
    return { ...step, config: { definition: readAt(`${at}.config.definition`, step.config.definition) } };
  if (step.kind === 'wait_until') {
    const any = step.config.any.map((cause, n) => {
      const path = `${at}.config.any.${n}`;
      if ('definition' in cause) return { definition: readAt(`${path}.definition`, cause.definition) };
      const fault = cause.where?.map((each) => waitFault(each, trigger)).find(Boolean);
      requireWhere(`${path}.where`, fault);
      return cause;
    });
    return { ...step, config: { ...step.config, any } };
  }
  if (step.kind === 'mint_code') requireValidRule({ ...step.config, startsAt: null, expiresAt: null });
  return step;
}

/**
 * Returns the definition in its stored form: conditions parsed, e-mails compiled.
 * @throws AppError INVALID_DEFINITION, INVALID_VALUE, INVALID_SCOPE, VALIDATION, CAMPAIGN_NOT_IN_ACCOUNT
 */
export async function readFunnelDefinition(
  db: WorkspaceDb,
  services: CompileServices,
  sent: FunnelDefinition,
): Promise<FunnelDefinition> {
  const fault = sent.trigger.type === 'event' ? sent.trigger.where.map(propertyFault).find(Boolean) : undefined;
  requireWhere('trigger.where', fault);
  const entry = sent.entry === null ? null : readAt('entry', sent.entry);
  const steps = sent.steps.map((step, n) => readStep(step, `steps.${n}`, sent.trigger));
  await requireCampaigns(db, steps);
  const compiled: Step[] = [];
  for (const step of steps)
    compiled.push(
      step.kind === 'send' && step.config.content !== undefined
        ? {
            ...step,
            config: { ...step.config, content: { ...(await compileEmailContent(db, services, step.config.content)) } },
          }
        : step,
    );
  return { ...sent, entry, steps: compiled };
}

async function requireCampaigns(db: WorkspaceDb, steps: readonly Step[]): Promise<void> {
  const asked = new Set(
    steps.flatMap((step) => (step.kind === 'mint_code' ? (step.config.marketingCampaignId ?? []) : [])),
  );
  if (asked.size === 0) return;
  const known = await db.prisma.marketingCampaign.count({ where: { id: { in: [...asked] } } });
  if (known < asked.size) throw foreignCampaign();
}
