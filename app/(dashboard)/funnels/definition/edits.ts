/** Changes of a definition. None of them makes a way lead round, and none loses a step that is not said to go. Pure. */
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { targetsOf, type Step, type StepOf } from '@/server/modules/automation/funnels/step-schema';
import {
  branchesOf,
  edgesOf,
  layoutOf,
  reachedFrom,
  START,
  stepsById,
  targetAt,
  type Edge,
  type Lane,
  type Place,
} from './ways';

/** The step with its ways led elsewhere. */
function withTargets(step: Step, lead: (branch: string, target: string | null) => string | null): Step {
  switch (step.kind) {
    case 'wait_until':
      return { ...step, next: lead('next', step.next), timeout: lead('timeout', step.timeout) };
    case 'condition':
      return { ...step, yes: lead('yes', step.yes), no: lead('no', step.no) };
    case 'split': {
      const variants = step.config.variants.map((each) => ({ ...each, next: lead(each.id, each.next) }));
      return { ...step, config: { ...step.config, variants } };
    }
    case 'exit':
      return step;
    default:
      return { ...step, next: lead('next', step.next) };
  }
}

/** All ways led elsewhere, that of the beginning with them. */
function led(
  definition: FunnelDefinition,
  lead: (edge: Edge, target: string | null) => string | null,
): FunnelDefinition {
  return {
    ...definition,
    start: lead(START, definition.start),
    steps: definition.steps.map((step) =>
      withTargets(step, (branch, target) => lead({ from: step.id, branch }, target)),
    ),
  };
}

const isAt = (place: Place, edge: Edge, target: string | null): boolean =>
  'edge' in place
    ? place.edge.from === edge.from && place.edge.branch === edge.branch
    : edge.from !== null && place.within.includes(edge.from) && target === place.target;

const targetOf = (definition: FunnelDefinition, place: Place): string | null =>
  'edge' in place ? targetAt(definition, place.edge) : place.target;

/** Puts a step there: what led on leads to it, and each of its ways leads on. */
export function insert(definition: FunnelDefinition, place: Place, step: Step): FunnelDefinition {
  const target = targetOf(definition, place);
  const parted = led(definition, (edge, old) => (isAt(place, edge, old) ? step.id : old));
  return { ...parted, steps: [...parted.steps, withTargets(step, () => target)] };
}

/** Checks whether the steps that come there would still be reached if the way ended. */
export function mayEndAt(definition: FunnelDefinition, place: Place): boolean {
  if (targetOf(definition, place) === null) return true;
  const without = led(definition, (edge, old) => (isAt(place, edge, old) ? null : old));
  return reachedFrom(without, without.start).size === reachedFrom(definition, definition.start).size;
}

/** Returns the target of the way that stays when a step that parts ways is gone: the one that leads on. */
function stayingTarget(definition: FunnelDefinition, step: Step): string | null {
  const edges = edgesOf(step);
  const inOrder = step.kind === 'wait_until' ? edges.toReversed() : edges;
  return inOrder.map((edge) => targetAt(definition, edge)).find((target) => target !== null) ?? null;
}

/** Steps that go with a step: those that only its other ways lead to. */
export function goesWith(definition: FunnelDefinition, id: string): string[] {
  const step = stepsById(definition).get(id);
  if (step === undefined) return [];
  const target = stayingTarget(definition, step);
  const without = led(definition, (_edge, old) => (old === id ? target : old));
  const before = reachedFrom(definition, definition.start);
  const after = reachedFrom(without, without.start);
  return [...before].filter((each) => each !== id && !after.has(each));
}

/** Takes a step out, with those that only its other ways lead to. */
export function remove(definition: FunnelDefinition, id: string): FunnelDefinition {
  const step = stepsById(definition).get(id);
  if (step === undefined) return definition;
  const gone = new Set([id, ...goesWith(definition, id)]);
  const target = stayingTarget(definition, step);
  const without = led(definition, (_edge, old) => (old === id ? target : old));
  return { ...without, steps: without.steps.filter((each) => !gone.has(each.id)) };
}

export const replace = (definition: FunnelDefinition, step: Step): FunnelDefinition => ({
  ...definition,
  steps: definition.steps.map((each) => (each.id === step.id ? step : each)),
});

/** Steps that a way can be led to without leading round. */
export function reachableBy(definition: FunnelDefinition, { from }: Edge): Step[] {
  return definition.steps.filter(({ id }) => from === null || !reachedFrom(definition, id).has(from));
}

/** Leads one way to another step, or to the end. */
export const connect = (definition: FunnelDefinition, edge: Edge, target: string | null): FunnelDefinition =>
  led(definition, (each, old) => (each.from === edge.from && each.branch === edge.branch ? target : old));

/** Steps that have one way on can be moved along it. */
export const isMovable = (step: Step): boolean => branchesOf(step).length === 1;

/** Without a step that has one way on; what led to it leads on. */
function lifted(definition: FunnelDefinition, step: Step): FunnelDefinition {
  const [next = null] = targetsOf(step);
  const rest = led(definition, (edge, old) => (old === step.id && edge.from !== step.id ? next : old));
  return { ...rest, steps: rest.steps.filter(({ id }) => id !== step.id) };
}

/** All ways that lead to a step lead to another first. */
function before(definition: FunnelDefinition, target: string, step: Step): FunnelDefinition {
  const parted = led(definition, (_edge, old) => (old === target ? step.id : old));
  return { ...parted, steps: [...parted.steps, withTargets(step, () => target)] };
}

const sameOrder = (definition: FunnelDefinition, as: FunnelDefinition): FunnelDefinition => {
  const order = new Map(as.steps.map(({ id }, at) => [id, at]));
  return {
    ...definition,
    steps: [...definition.steps].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
  };
};

/** The edges that lead to a step. */
const leadingTo = (definition: FunnelDefinition, id: string): Edge[] =>
  [START, ...definition.steps.flatMap(edgesOf)].filter((edge) => targetAt(definition, edge) === id);

/** The step whose ways meet at this one. */
function partingOf(definition: FunnelDefinition, id: string): string | undefined {
  const find = ({ cards }: Lane): string | undefined => {
    for (const { step, lanes, after } of cards) {
      if (after !== null && 'target' in after && after.target === id) return step.id;
      const within = lanes.map(find).find((found) => found !== undefined);
      if (within !== undefined) return within;
    }
    return undefined;
  };
  return find(layoutOf(definition).main);
}

/**
 * One card up or down: before the step it comes from, or behind the one it leads to; into the first way of one that
 * parts them, out of a lane to where all have met, and from there over all of them.
 * @returns undefined where it cannot go further
 */
export function move(definition: FunnelDefinition, id: string, way: 'up' | 'down'): FunnelDefinition | undefined {
  const step = stepsById(definition).get(id);
  if (step === undefined || !isMovable(step)) return undefined;
  const rest = lifted(definition, step);
  if (way === 'up') {
    const [edge] = leadingTo(definition, id);
    const from = partingOf(definition, id) ?? edge?.from ?? null;
    return from === null ? undefined : sameOrder(before(rest, from, step), definition);
  }
  const [next = null] = targetsOf(step);
  const following = next === null ? undefined : stepsById(rest).get(next);
  if (following === undefined) return undefined;
  // Where ways meet it goes behind the meeting, which is before the step for all of them.
  if (leadingTo(definition, following.id).length > 1) return sameOrder(before(rest, following.id, step), definition);
  const [edge] = edgesOf(following);
  return edge === undefined ? undefined : sameOrder(insert(rest, { edge }, step), definition);
}

/** An id that no step has. */
export function freeId({ steps }: FunnelDefinition): string {
  const taken = new Set(steps.map(({ id }) => id));
  let n = steps.length + 1;
  while (taken.has(`s${n}`)) n++;
  return `s${n}`;
}

/** A copy right behind it. */
export function duplicate(definition: FunnelDefinition, id: string): FunnelDefinition {
  const step = stepsById(definition).get(id);
  const [edge] = step === undefined ? [] : edgesOf(step);
  if (step === undefined || edge === undefined || !isMovable(step)) return definition;
  return insert(definition, { edge }, { ...step, id: freeId(definition) });
}

/** A variant more or less of a split; the weights stay whole and sum to 100. */
export function withVariants(step: StepOf<'split'>, count: number): StepOf<'split'> {
  const { variants } = step.config;
  const names = ['a', 'b', 'c', 'd'];
  const kept = variants.slice(0, count);
  for (const name of names)
    if (kept.length < count && !kept.some(({ id }) => id === name))
      kept.push({ id: name, weight: 0, next: variants.at(-1)?.next ?? null });
  const each = Math.floor(100 / count);
  return {
    ...step,
    config: {
      ...step.config,
      variants: kept.map((variant, at) => ({ ...variant, weight: at === 0 ? 100 - each * (count - 1) : each })),
    },
  };
}
