/**
 * The problems that keep a funnel from going live, and warnings for its author (docs/contract/funnels.md#problems).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { readContent } from '@/server/platform/vendors/content';
import { systemSegments } from '@/server/modules/audience/audience-segments/system-segments';
import { missingKeys } from '@/server/modules/messaging/broadcasts/content';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { targetsOf, type Step, type StepOf } from '@/server/modules/automation/funnels/step-schema';
import type { Problem } from '@/server/modules/automation/funnels/schema';
import type { FunnelVersion } from '@/server/modules/automation/funnels/versions';
import { PROBLEM_CODES, type ProblemCode } from '@/server/modules/automation/funnels/vocabulary';

const problem = (code: ProblemCode, stepId: string | null, message: string): Problem => ({ code, stepId, message });

/** Returns the problems of the ways that steps lead. */
function graphProblems({ start, steps }: FunnelDefinition): Problem[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const problems: Problem[] = [];
  const unknown = (stepId: string | null, target: string): void => {
    problems.push(problem('UNKNOWN_TARGET', stepId, `No step has the id ${target}.`));
  };
  if (start !== null && !byId.has(start)) unknown(null, start);
  for (const step of steps)
    for (const target of new Set([...targetsOf(step), ...namedSteps(step)]))
      if (target !== null && !byId.has(target)) unknown(step.id, target);

  const reached = new Set<string>();
  const under = new Set<string>();
  const inCycle = new Set<string>();
  const visit = (id: string | null): void => {
    const step = id === null ? undefined : byId.get(id);
    if (step === undefined) return;
    if (under.has(step.id)) {
      inCycle.add(step.id);
      return;
    }
    if (reached.has(step.id)) return;
    reached.add(step.id);
    under.add(step.id);
    targetsOf(step).forEach(visit);
    under.delete(step.id);
  };
  visit(start);
  for (const id of inCycle) problems.push(problem('CYCLE', id, 'This step leads back to itself.'));
  for (const { id } of steps)
    if (!reached.has(id)) problems.push(problem('UNREACHABLE_STEP', id, 'No step leads to this one.'));
  const effects: readonly Step['kind'][] = ['send', 'mint_code', 'update_contact', 'list'];
  if (!steps.some(({ id, kind }) => reached.has(id) && effects.includes(kind)))
    problems.push(problem('NO_EFFECT', null, 'The funnel sends nothing, changes nothing and creates no code.'));
  return problems;
}

/** Returns the steps whose messages this step asks about. */
function namedSteps(step: Step): string[] {
  if (step.kind === 'condition') return 'stepId' in step.config ? [step.config.stepId] : [];
  if (step.kind !== 'wait_until') return [];
  return step.config.any.flatMap((cause) => ('event' in cause ? (cause.stepId ?? []) : []));
}

/** Things of the workspace that definitions name. */
export interface Named {
  lists: ReadonlySet<string>;
  segments: ReadonlySet<string>;
  templates: ReadonlyMap<string, { content: unknown; updatedAt: Date }>;
}

const findLists = workspaceStatement<{ id: string }, [ids: string[]]>(
  'funnels.named-lists',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = ANY ($2::text[])`,
);
const findSegments = workspaceStatement<{ id: string }, [ids: string[]]>(
  'funnels.named-segments',
  `SELECT s.id FROM "AudienceSegment" s WHERE s."accountId" = $1 AND s.id = ANY ($2::text[]) AND s.status = 'active'`,
);
const findTemplates = workspaceStatement<{ id: string; content: unknown; updatedAt: Date }, [ids: string[]]>(
  'funnels.named-templates',
  `SELECT t.id, t.content, t."updatedAt" FROM "BroadcastTemplate" t WHERE t."accountId" = $1 AND t.id = ANY ($2::text[])`,
);

/** Lists that a definition names, each with the step that does. */
function listsIn({
  trigger,
  goal,
  steps,
}: FunnelDefinition): { id: string; stepId: string | null; isTrigger: boolean }[] {
  const own = trigger.type === 'list_added' ? [{ id: trigger.listId, stepId: null, isTrigger: true }] : [];
  const ofGoal = goal?.listId === undefined ? [] : [{ id: goal.listId, stepId: null, isTrigger: false }];
  const ofSteps = steps.flatMap((step) => {
    if (step.kind === 'list') {
      const id = 'add' in step.config ? step.config.add : step.config.remove;
      return [{ id, stepId: step.id, isTrigger: false }];
    }
    if (step.kind !== 'wait_until') return [];
    return step.config.any.flatMap((cause) =>
      'event' in cause && cause.listId !== undefined ? [{ id: cause.listId, stepId: step.id, isTrigger: false }] : [],
    );
  });
  return [...own, ...ofGoal, ...ofSteps];
}

const templateOf = ({ config }: StepOf<'send'>): string | undefined => config.templateId;
const sendsOf = ({ steps }: FunnelDefinition): StepOf<'send'>[] => steps.filter((step) => step.kind === 'send');

/** Looks up the present state of everything that several definitions refer to. */
export async function lookUpNamed(
  db: Pick<StatementTx, 'rows' | 'accountId'>,
  definitions: readonly FunnelDefinition[],
): Promise<Named> {
  const listIds = new Set(definitions.flatMap((each) => listsIn(each).map(({ id }) => id)));
  const segmentIds = new Set(
    definitions.flatMap(({ trigger }) => (trigger.type === 'segment_entered' ? [trigger.segmentId] : [])),
  );
  const templateIds = new Set(definitions.flatMap((each) => sendsOf(each).flatMap((step) => templateOf(step) ?? [])));
  const lists = listIds.size === 0 ? [] : await db.rows(findLists, [...listIds]);
  const segments = segmentIds.size === 0 ? [] : await db.rows(findSegments, [...segmentIds]);
  const templates = templateIds.size === 0 ? [] : await db.rows(findTemplates, [...templateIds]);
  return {
    lists: new Set(lists.map(({ id }) => id)),
    segments: new Set([...systemSegments(db.accountId), ...segments].map(({ id }) => id)),
    templates: new Map(templates.map(({ id, ...template }) => [id, template])),
  };
}

/** Returns the present content of a send step; undefined when its template was deleted. */
export function contentOfStep(step: StepOf<'send'>, { templates }: Named): unknown {
  const { templateId, content, provider } = step.config;
  const whole = templateId === undefined ? content : templates.get(templateId)?.content;
  const { family } = providerEntry(provider);
  return typeof whole === 'object' && whole !== null
    ? Object.entries(whole).find(([key]) => key === family)?.[1]
    : undefined;
}

function namedProblems(definition: FunnelDefinition, named: Named, isLive: boolean): Problem[] {
  const problems: Problem[] = [];
  for (const { id, stepId, isTrigger } of listsIn(definition))
    if (!named.lists.has(id))
      problems.push(
        isTrigger && isLive
          ? problem('TRIGGER_GONE', null, 'The list of the trigger was deleted.')
          : problem('UNKNOWN_LIST', stepId, 'The list does not exist.'),
      );
  const { trigger } = definition;
  if (trigger.type === 'segment_entered' && !named.segments.has(trigger.segmentId))
    problems.push(
      isLive
        ? problem('TRIGGER_GONE', null, 'The segment of the trigger was archived.')
        : problem('UNKNOWN_SEGMENT', null, 'The segment does not exist or is archived.'),
    );
  for (const step of sendsOf(definition)) {
    const templateId = templateOf(step);
    if (templateId !== undefined && !named.templates.has(templateId))
      problems.push(problem('UNKNOWN_TEMPLATE', step.id, 'The template does not exist.'));
  }
  return problems;
}

function contentProblems(definition: FunnelDefinition, named: Named): Problem[] {
  return sendsOf(definition).flatMap((step): Problem[] => {
    const { provider, templateId } = step.config;
    const { family, unreachable, label } = providerEntry(provider);
    const problems: Problem[] = [];
    const raw = contentOfStep(step, named);
    const content = readContent(family, raw);
    if (templateId === undefined || named.templates.has(templateId)) {
      const missing = missingKeys(family, content);
      if (missing.length > 0)
        problems.push(problem('MISSING_CONTENT', step.id, `The message lacks ${missing.join(', ')}.`));
      else if (family === 'whatsapp' && !hasTemplate(raw))
        problems.push(
          problem(
            'WHATSAPP_NEEDS_TEMPLATE',
            step.id,
            'WhatsApp takes free text only within 24 hours of a person’s message. Use a template.',
          ),
        );
    }
    if (unreachable === true)
      problems.push(problem('UNREACHABLE_PROVIDER', step.id, `${label} has no way to write to people.`));
    return problems;
  });
}

const hasTemplate = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && ('template' in content || 'contentSid' in content);

const MINUTES_OF_A_DAY = 24 * 60;

/** Returns the shortest time that a step can take, in minutes. */
function leastMinutes(step: Step): number {
  if (step.kind !== 'delay') return 0;
  if ('minutes' in step.config) return step.config.minutes;
  return Math.max(0, step.config.days - 1) * MINUTES_OF_A_DAY;
}

const NAMES_CODE = /\{discountCode(?:\||\})/;

/** Returns the problems of codes in messages: no code was minted before, or the code expires before the message. */
function codeProblems(definition: FunnelDefinition, named: Named): Problem[] {
  const { steps } = definition;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const wants = sendsOf(definition).filter((step) => NAMES_CODE.test(JSON.stringify(contentOfStep(step, named) ?? '')));
  if (wants.length === 0) return [];
  const mints = steps.filter((step) => step.kind === 'mint_code');
  /** The shortest time from each mint to each step after it, in minutes. */
  const distances = mints.map((mint) => {
    const least = new Map<string, number>([[mint.id, 0]]);
    const queue = [mint.id];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const step = byId.get(id);
      if (step === undefined) continue;
      const after = (least.get(id) ?? 0) + leastMinutes(step);
      for (const target of targetsOf(step))
        if (
          target !== null &&
          after < (least.get(target) ?? Number.POSITIVE_INFINITY) &&
          after < MINUTES_OF_A_DAY * 400
        ) {
          least.set(target, after);
          queue.push(target);
        }
    }
    return { mint, least };
  });
  return wants.flatMap((step): Problem[] => {
    const before = distances.filter(({ least }) => least.has(step.id));
    if (before.length === 0)
      return [problem('NO_DISCOUNT_CODE', step.id, 'The message names a code, but no step before it creates one.')];
    const isTooLate = before.every(({ mint, least }) => (least.get(step.id) ?? 0) > mint.config.expiresInHours * 60);
    return isTooLate ? [problem('LONG_WAIT', step.id, 'The code expires before this message can be sent.')] : [];
  });
}

export interface Circumstances {
  named: Named;
  /** True when the funnel is live or paused; a deleted trigger then refuses nothing. */
  isLive: boolean;
  /** The version in force, for templates that changed since. */
  version?: Pick<FunnelVersion, 'contents'>;
}

/** Returns the problems: first those that block, in the order of docs/contract/funnels.md#problems, then warnings. */
export function problemsOf(definition: FunnelDefinition, { named, isLive, version }: Circumstances): Problem[] {
  const graph = graphProblems(definition);
  // A way that goes round has no least length.
  const codes = graph.some(({ code }) => code === 'CYCLE') ? [] : codeProblems(definition, named);
  const changed = Object.entries(version?.contents ?? {}).flatMap(([stepId, { templateId, templateUpdatedAt }]) => {
    const template = templateId === null ? undefined : named.templates.get(templateId);
    return template === undefined || template.updatedAt.toISOString() === templateUpdatedAt
      ? []
      : [problem('TEMPLATE_CHANGED', stepId, 'The template has changed since this was published.')];
  });
  const all = [
    ...graph,
    ...namedProblems(definition, named, isLive),
    ...contentProblems(definition, named),
    ...codes,
    ...changed,
  ];
  return PROBLEM_CODES.flatMap((code) => all.filter((each) => each.code === code));
}
