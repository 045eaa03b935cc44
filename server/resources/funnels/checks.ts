/** What is looked at when a definition is saved, beyond its shape (docs/contract/funnels.md#definition). */
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError, foreignCampaign } from '@/server/errors';
import { propertyFault, readDefinition } from '@/server/resources/audience-segments/definition';
import { compileEmailContent, type CompileServices } from '@/server/resources/broadcasts/compile-content';
import { requireValidRule } from '@/server/resources/discount-codes/service';
import type { FunnelDefinition, Step } from '@/server/resources/funnels/definition-schema';

/** What is wrong inside a segment's definition is said with the way to it from the funnel's. */
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

function readStep(step: Step, at: string): Step {
  if (step.kind === 'condition' && 'definition' in step.config)
    return { ...step, config: { definition: readAt(`${at}.config.definition`, step.config.definition) } };
  if (step.kind === 'wait_until') {
    const any = step.config.any.map((cause, n) =>
      'definition' in cause ? { definition: readAt(`${at}.config.any.${n}.definition`, cause.definition) } : cause,
    );
    return { ...step, config: { ...step.config, any } };
  }
  if (step.kind === 'mint_code') requireValidRule({ ...step.config, startsAt: null, expiresAt: null });
  return step;
}

/**
 * The definition as it is stored: conditions read, e-mails compiled.
 * @throws AppError INVALID_DEFINITION, INVALID_VALUE, INVALID_SCOPE, VALIDATION, CAMPAIGN_NOT_IN_ACCOUNT
 */
export async function readFunnelDefinition(
  db: WorkspaceDb,
  services: CompileServices,
  sent: FunnelDefinition,
): Promise<FunnelDefinition> {
  const fault = sent.trigger.type === 'event' ? sent.trigger.where.map(propertyFault).find(Boolean) : undefined;
  if (fault !== undefined)
    throw new AppError('INVALID_DEFINITION', {
      message: `trigger.where: ${fault}`,
      details: { path: 'trigger.where', reason: fault },
    });
  const entry = sent.entry === null ? null : readAt('entry', sent.entry);
  const steps = sent.steps.map((step, n) => readStep(step, `steps.${n}`));
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
